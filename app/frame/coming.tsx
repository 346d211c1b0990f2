import { Link } from './link.tsx'

interface ComingProps {
  title: string
  text: string
  action: { label: string; to: string }
}

/** Says honestly what a screen will do one day, and offers the next step. Draws the page's `h1`. */
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

/** The empty workbench, for screens with nothing on them: a mask, so that it takes the colour of the ink. */
export function EmptyBench() {
  return <div className="empty-bench" aria-hidden="true" />
}
