/** Returns the id of an answer, by which a link opens it; undefined for a question without a name. */
export function answerAnchor({ _uid }: { _uid: string }): string | undefined {
  const name = _uid.replace(/[^\w-]/g, '')
  return name ? `a-${name}` : undefined
}
