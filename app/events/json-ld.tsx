/** Structured data of a page (https://schema.org) as a script that nothing runs. */
export function JsonLd({ data }: { data: object }) {
  // A text of an editor must not end the script.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
