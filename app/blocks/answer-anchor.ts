/** Id of the answer to a question, none without a name: a link to it opens the question by itself. */
export function answerAnchor({ _uid }: { _uid: string }): string | undefined {
  const name = _uid.replace(/[^\w-]/g, '')
  return name ? `a-${name}` : undefined
}
