/** An empty list: an empty bench and what to do instead. */
export function NothingHere({ text }: { text: string }) {
  return (
    <div className="nothing-here">
      <div className="empty-bench" aria-hidden="true" />
      <p>{text}</p>
    </div>
  )
}
