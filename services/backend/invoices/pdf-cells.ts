import { colors, type Sheet, type StructElement, type TextStyle } from './pdf-sheet.ts'

/** A field of a title block. */
export interface Cell {
  caption: string
  value: string
  isBold?: boolean
}

interface Box {
  x: number
  y: number
  width: number
}

const caption: TextStyle = { size: 6.5, color: colors.quiet }
const padding = 6
const leading = 12.5

/** Draws rows of fields in a frame like the title block of a drawing, as a table with a row for each field. */
export function drawCells(sheet: Sheet, parent: StructElement, rows: Cell[][], { x, y, width }: Box): void {
  const table = sheet.add(parent, 'Table')
  let top = y
  for (const row of rows) {
    const height = rowHeight(sheet, row, width)
    const each = width / row.length
    row.forEach((cell, index) => {
      const left = x + index * each + padding
      const tr = sheet.add(table, 'TR')
      sheet.add(tr, 'TH', () => sheet.text(cell.caption, { x: left, y: top + 9.5, style: caption }), 'Row')
      sheet.add(tr, 'TD', () =>
        valueLines(sheet, cell, each).forEach((words, number) =>
          sheet.text(words, { x: left, y: top + 21.5 + number * leading, style: styleOf(cell) }),
        ),
      )
      if (index > 0) {
        const border = x + index * each
        sheet.artifact('Layout', () =>
          sheet.rule([border, top], [border, top + height], colors.hairline, 0.6),
        )
      }
    })
    if (top > y) sheet.artifact('Layout', () => sheet.rule([x, top], [x + width, top], colors.hairline, 0.6))
    top += height
  }
  sheet.artifact('Layout', () => {
    sheet.rule([x - 0.4, y], [x + width + 0.4, y])
    sheet.rule([x - 0.4, top], [x + width + 0.4, top])
    sheet.rule([x, y], [x, top])
    sheet.rule([x + width, y], [x + width, top])
  })
}

/** How high `drawCells` draws. */
export function cellsHeight(sheet: Sheet, rows: Cell[][], width: number): number {
  return rows.reduce((height, row) => height + rowHeight(sheet, row, width), 0)
}

function rowHeight(sheet: Sheet, row: Cell[], width: number): number {
  const most = Math.max(...row.map((cell) => valueLines(sheet, cell, width / row.length).length))
  return 15.5 + most * leading
}

function valueLines(sheet: Sheet, cell: Cell, width: number): string[] {
  return sheet.lines(cell.value, styleOf(cell), width - 2 * padding)
}

function styleOf({ isBold = false }: Cell): TextStyle {
  return { size: 10, isBold }
}
