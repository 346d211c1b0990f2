/** Renders a number at the end of the name in a circle, as parts are numbered on a drawing. */
export function WordMark({ name }: { name: string }) {
  const [, words = name, number] = /^(.*?)(?: (\d{1,2}))?$/.exec(name) ?? []
  return (
    <>
      {words}
      {number && <b>{number}</b>}
    </>
  )
}
