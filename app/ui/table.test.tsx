import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from './table.tsx'

test('a table names its columns, and in a card those that have no place of their own', () => {
  const html = renderToStaticMarkup(
    <Table
      label="Invoices"
      columns={[
        { label: 'Number', place: 'title', render: ({ number }) => number },
        { label: 'State', render: ({ state }) => state },
        { label: 'Amount', place: 'aside', isAmount: true, render: ({ amount }) => amount },
      ]}
      rows={[{ number: 'A-1', state: 'paid', amount: '5 €' }]}
      keyOf={({ number }) => number}
      total={{ label: 'Sum', amount: '5 €' }}
    />,
  )
  expect(html).toContain('<table class="data-table" aria-label="Invoices">')
  expect(html).toContain('<th scope="col">Number</th>')
  expect(html).toContain('<td data-label="State">paid</td>')
  expect(html).toContain('<td class="amount" data-place="aside">5 €</td>')
  expect(html).toContain('<th scope="row" colSpan="2">Sum</th><td class="amount">5 €</td>')
})
