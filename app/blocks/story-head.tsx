/** The `h1` of a story with what it is about in one sentence. */
export function StoryHead({ title, summary }: { title: string; summary: string }) {
  return (
    <header className="machine-head">
      <h1>{title}</h1>
      {summary && <p className="lead">{summary}</p>}
    </header>
  )
}
