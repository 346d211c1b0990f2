/** The empty workbench for screens without content; a CSS mask, so that it has the colour of the text. */
export function EmptyBench() {
  return <div className="empty-bench" aria-hidden="true" />
}
