import { Link } from './link.tsx'

interface ComingProps {
  title: string
  text: string
  action: { label: string; to: string }
}

/** A page that is still to come: what it will do, and a link to the next step. Renders the `h1`. */
export function Coming({ title, text, action }: ComingProps) {
  return (
    <div className="coming">
      <div>
        <h1>{title}</h1>
        <p>{text}</p>
        <Link className="button" to={action.to}>
          {action.label}
        </Link>
      </div>
      <EmptyBench />
    </div>
  )
}

/** The empty workbench for screens without content; a CSS mask, so that it has the colour of the text. */
export function EmptyBench() {
  return <div className="empty-bench" aria-hidden="true" />
}
