import type { ReactNode } from 'react'

export interface Column<Row> {
  label: string
  render: (row: Row) => ReactNode
  /** Numbers and money. */
  isAmount?: boolean
  /**
   * Where a card shows it: `title` at the start, `aside` beside the title, `note` below it. Without a place it is a line
   * of its own with its label.
   */
  place?: 'title' | 'aside' | 'note'
}

interface TableProps<Row> {
  /** Id of the heading that names the table. */
  labelledBy?: string
  label?: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Last row: a label over all columns but the last one, and what stands there. */
  total?: { label: string; amount: ReactNode }
  /** Cards at any width, not only on a phone. */
  isCards?: boolean
}

/** A table that is a list of cards on a phone (table.css); screen readers find a table at any width. */
export function Table<Row>(props: TableProps<Row>) {
  const { labelledBy, label, columns, rows, keyOf, total, isCards = false } = props
  return (
    <table
      className={isCards ? 'data-table as-cards' : 'data-table'}
      aria-labelledby={labelledBy}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td
                key={column.label}
                className={classOf(column)}
                data-place={column.place}
                data-label={column.place ? undefined : column.label}
              >
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - 1}>
              {total.label}
            </th>
            <td className="amount">{total.amount}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function classOf({ isAmount }: Pick<Column<never>, 'isAmount'>): string | undefined {
  return isAmount ? 'amount' : undefined
}
