/** The `h1` of a story and its summary. */
export function StoryHead({ title, summary }: { title: string; summary: string }) {
  return (
    <header className="machine-head">
      <h1>{title}</h1>
      {summary && <p className="lead">{summary}</p>}
    </header>
  )
}
