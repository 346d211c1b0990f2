/** Id of the answer to a question: a link to it opens the question by itself. */
export function answerAnchor({ _uid }: { _uid: string }): string {
  return `a-${_uid.replace(/[^\w-]/g, '')}`
}
