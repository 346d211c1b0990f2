import type PDFDocument from 'pdfkit'
import type { Invoice, InvoiceLine, InvoiceMoney } from '../../../contracts/invoice.ts'
import { attachInvoiceXml } from './factur-x.ts'
import { dayText, invoiceTexts, moneyText, openCentsOf, paymentTexts, percentText } from './invoice-texts.ts'
import { cellsHeight, type Cell, drawCells } from './pdf-cells.ts'
import { createPaper, fileOf } from './pdf-paper.ts'
import { colors, createSheet, page, type Sheet, type StructElement, type TextStyle } from './pdf-sheet.ts'
import { drawDimension, drawParagraph, fitted, type Words } from './pdf-text.ts'

const body: TextStyle = { size: 10 }
const small: TextStyle = { size: 8, color: colors.quiet }
const caption: TextStyle = { size: 7.5, color: colors.quiet }
const bold: TextStyle = { size: 10, isBold: true }
const figures: TextStyle = { size: 10, isTabular: true }

/**
 * Draws an invoice as a tagged PDF/A-3a and PDF/UA-1 document: the same invoice gives the same bytes.
 * @param xml the invoice as `factur-x.xml` inside the file, or null
 * @param money what has been paid of it, and how the rest comes
 */
export async function drawInvoice(
  invoice: Invoice,
  xml: string | null,
  money: InvoiceMoney = { payments: [], collection: null },
): Promise<Uint8Array> {
  const issued = new Date(`${invoice.issuedOn}T12:00:00Z`)
  const doc = createPaper({
    title: `${invoiceTexts(invoice).title} ${invoice.number}`,
    locale: invoice.locale,
    made: issued,
    hasXml: xml !== null,
  })
  if (xml !== null) attachInvoiceXml(doc, xml, issued)
  new InvoiceDrawing(doc, invoice, money).draw()
  return fileOf(doc)
}

/** Where the block of sums begins. */
const sumsLeft = 250

interface Column {
  title: string
  /** The left end of texts, the right end of figures. */
  x: number
  isFigure: boolean
}

/** The invoice from top to bottom; `y` is where the next part begins. */
class InvoiceDrawing {
  private readonly doc: typeof PDFDocument
  private readonly invoice: Invoice
  private readonly money: InvoiceMoney
  private readonly texts: ReturnType<typeof invoiceTexts>
  private readonly sheet: Sheet
  private readonly root: StructElement
  private y = 0

  constructor(doc: typeof PDFDocument, invoice: Invoice, money: InvoiceMoney) {
    this.doc = doc
    this.invoice = invoice
    this.money = money
    this.texts = invoiceTexts(invoice)
    this.sheet = createSheet(doc)
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  draw(): void {
    this.doc.addPage()
    this.letterhead()
    this.address()
    this.facts()
    this.heading()
    this.lines()
    this.sums()
    this.payment()
    this.root.end()
    this.marginalia()
  }

  private letterhead(): void {
    const { name, street, zip, city, email, phone, vatId, taxNumber } = this.invoice.seller
    const { sheet, texts } = this
    sheet.artifact('Layout', () => {
      sheet.rule([page.left, 41], [page.left + 22, 41], colors.accent, 3)
      sheet.rule([page.left, 72], [page.right, 72], colors.hairline, 0.6)
    })
    const title = fitted(sheet, name, { size: 15, isBold: true }, page.right - page.left)
    sheet.add(this.root, 'P', () => this.put(title, page.left, 61))
    const columns = [
      [street, `${zip} ${city}`.trim()],
      [email, phone],
      [vatId && `${texts.vatId} ${vatId}`, taxNumber && `${texts.taxNumber} ${taxNumber}`],
    ]
    for (const [index, lines] of columns.entries()) {
      this.paragraph(lines, { size: 8 }, { x: page.left + index * 158, y: 86, width: 150, leading: 11 })
    }
  }

  /** The window of an envelope: form B of DIN 5008. */
  private address(): void {
    const { seller, buyer, locale } = this.invoice
    const { sheet } = this
    const from = `${seller.name} · ${seller.street} · ${seller.zip} ${seller.city}`
    sheet.artifact('Layout', () =>
      this.put(fitted(sheet, from, { ...small, size: 6.5 }, 264), page.left, 168),
    )
    const country =
      buyer.country === seller.country
        ? null
        : new Intl.DisplayNames(locale, { type: 'region' }).of(buyer.country)?.toUpperCase()
    const lines = [buyer.company, buyer.name, buyer.street, `${buyer.zip} ${buyer.city}`.trim(), country]
    const last = this.paragraph(lines, body, { x: page.left, y: 187, width: 264, leading: 13.5 })
    this.y = Math.max(272, last + 24)
  }

  /** The title block of the sheet. */
  private facts(): void {
    const { number, issuedOn, dueOn, locale, buyer } = this.invoice
    const { texts } = this
    const isOwed = openCentsOf(this.invoice, this.money.payments) > 0
    const rows: Cell[][] = [
      [{ caption: texts.number, value: number, isBold: true }],
      [
        { caption: texts.issuedOn, value: dayText(issuedOn, locale) },
        ...(isOwed ? [{ caption: texts.dueOn, value: dayText(dueOn, locale) }] : []),
      ],
      [
        ...(buyer.memberNumber ? [{ caption: texts.memberNumber, value: buyer.memberNumber }] : []),
        ...(buyer.vatId ? [{ caption: texts.yourVatId, value: buyer.vatId }] : []),
      ],
      ...(buyer.reference ? [[{ caption: texts.reference, value: buyer.reference }]] : []),
    ].filter((row) => row.length > 0)
    const box = { x: 346, y: 128, width: page.right - 346 }
    drawCells(this.sheet, this.root, rows, box)
    this.y = Math.max(this.y, 128 + cellsHeight(this.sheet, rows, box.width) + 16)
  }

  private heading(): void {
    const { sheet, texts, invoice } = this
    const title = fitted(sheet, `${texts.title} ${invoice.number}`, { size: 22, isBold: true }, 467)
    this.y += 24
    sheet.add(this.root, 'H1', () => this.put(title, page.left, this.y))
    if (texts.cancels) {
      this.y += 18
      this.paragraph([texts.cancels], body, { x: page.left, y: this.y })
    }
    this.y += 22
  }

  private lines(): void {
    const { sheet, invoice } = this
    const columns = this.columns()
    const table = sheet.add(this.root, 'Table')
    this.tableHead((draw) => {
      const row = sheet.add(table, 'TR')
      for (const column of columns) sheet.add(row, 'TH', () => draw(column), 'Column')
    })
    const width = (columns[2]?.x ?? 0) - (columns[1]?.x ?? 0) - 44
    invoice.lines.forEach((line, index) => {
      const words = sheet.lines(line.text, body, width)
      const period = periodText(line, invoice.locale)
      const height = 11 + words.length * 13 + (period ? 11 : 0)
      if (this.y + height > page.bottom) this.continued(columns)
      const row = sheet.add(table, 'TR')
      const texts = this.cellTexts(line, index)
      columns.forEach(({ x, isFigure }, at) =>
        sheet.add(row, 'TD', () => {
          const y = this.y + 15
          const style = at === 0 ? { ...figures, color: colors.quiet } : figures
          if (at !== 1)
            return sheet.text(texts[at] ?? '', { x, y, style, align: isFigure ? 'right' : 'left' })
          words.forEach((each, number) => sheet.text(`${each} `, { x, y: y + number * 13, style: body }))
          if (period) sheet.text(period, { x, y: y + words.length * 13 - 1, style: small })
        }),
      )
      this.y += height
      sheet.artifact('Layout', () =>
        sheet.rule([page.left, this.y], [page.right, this.y], colors.hairline, 0.6),
      )
    })
    this.y += 14
  }

  /** Returns the texts of the columns of a line; its own text, which may need several lines, is empty. */
  private cellTexts({ quantity, taxPercent, netCents, grossCents }: InvoiceLine, index: number): string[] {
    const { scheme, locale } = this.invoice
    const ofTax = scheme === 'small' ? [] : [percentText(taxPercent, locale), moneyText(netCents, locale)]
    const pieces = String(quantity).replace('-', '−')
    return [String(index + 1), '', pieces, ...ofTax, moneyText(grossCents, locale)]
  }

  private columns(): Column[] {
    const { texts } = this
    const isSmall = this.invoice.scheme === 'small'
    const figure = (title: string, x: number): Column => ({ title, x, isFigure: true })
    return [
      { title: texts.position, x: page.left, isFigure: false },
      { title: texts.service, x: page.left + 26, isFigure: false },
      figure(texts.quantity, isSmall ? 440 : 352),
      ...(isSmall ? [] : [figure(texts.taxPercent, 388), figure(texts.net, 460)]),
      figure(isSmall ? texts.amount : texts.gross, page.right),
    ]
  }

  /** The head of the table, between rules that end like a dimension line. */
  private tableHead(write: (draw: (column: Column) => void) => void): void {
    const { sheet } = this
    const top = this.y
    sheet.artifact('Layout', () => {
      drawDimension(sheet, page.left, top)
      sheet.rule([page.left, top + 20], [page.right, top + 20], colors.ink, 0.5)
    })
    write(({ title, x, isFigure }) =>
      sheet.text(title, { x, y: top + 13.5, style: caption, align: isFigure ? 'right' : 'left' }),
    )
    this.y = top + 20
  }

  /** A new page; the repeated head is no content again. */
  private continued(columns: Column[] | null): void {
    const { sheet, invoice, texts } = this
    this.doc.addPage()
    this.y = page.top + 22
    sheet.artifact('Pagination', () => {
      const right = { x: page.right, y: page.top, style: small, align: 'right' } as const
      sheet.text(`${texts.title} ${invoice.number}`, {
        x: page.left,
        y: page.top,
        style: { ...small, isBold: true },
      })
      sheet.text(invoice.seller.name, right)
    })
    if (columns) this.tableHead((draw) => sheet.artifact('Pagination', () => columns.forEach(draw)))
  }

  private sums(): void {
    const { sheet, invoice, texts } = this
    const { taxes, grossCents, locale } = invoice
    const isTaxed = invoice.scheme === 'standard'
    if (this.y + (isTaxed ? taxes.length * 15 + 23 : 0) + 70 > page.bottom) this.continued(null)
    if (isTaxed) this.taxTable()
    sheet.artifact('Layout', () => drawDimension(sheet, sumsLeft, this.y))
    this.y += 23
    sheet.add(this.root, 'P', () => {
      sheet.text(`${texts.total} `, { x: sumsLeft, y: this.y, style: bold })
      const style = { size: 17, isBold: true }
      sheet.text(moneyText(grossCents, locale), { x: page.right, y: this.y, style, align: 'right' })
    })
    if (taxes.some(({ category }) => category === 'E')) {
      this.y += 16
      this.paragraph([texts.exempt], { size: 9 }, { x: sumsLeft, y: this.y })
    }
    this.y += 34
  }

  /** Net amount, tax and gross amount of each rate, and their sums when there are several. */
  private taxTable(): void {
    const { sheet, invoice, texts } = this
    const { taxes, netCents, taxCents, grossCents, locale } = invoice
    const ends = [388, 460, page.right]
    const table = sheet.add(this.root, 'Table')
    this.y += 8
    const head = sheet.add(table, 'TR')
    const cell = (words: string, x: number, style: TextStyle, align: 'left' | 'right') => () =>
      sheet.text(words, { x, y: this.y, style, align })
    sheet.add(head, 'TH', cell(texts.tax, sumsLeft, caption, 'left'), 'Column')
    for (const [index, title] of [texts.net, texts.taxAmount, texts.gross].entries()) {
      sheet.add(head, 'TH', cell(title, ends[index] ?? 0, caption, 'right'), 'Column')
    }
    const row = (name: string, amounts: number[]) => {
      this.y += 15
      const tr = sheet.add(table, 'TR')
      sheet.add(tr, 'TH', cell(name, sumsLeft, { size: 9 }, 'left'), 'Row')
      amounts.forEach((cents, index) => {
        const style = { size: 9, isTabular: true }
        sheet.add(tr, 'TD', cell(moneyText(cents, locale), ends[index] ?? 0, style, 'right'))
      })
    }
    for (const tax of taxes) {
      const name = tax.category === 'E' ? texts.untaxed : percentText(tax.taxPercent, locale)
      row(name, [tax.netCents, tax.taxCents, tax.netCents + tax.taxCents])
    }
    if (taxes.length > 1) row(texts.sum, [netCents, taxCents, grossCents])
    this.y += 10
  }

  private payment(): void {
    const { sheet, invoice, money, texts } = this
    const { bank } = invoice.seller
    const isOwed = openCentsOf(invoice, money.payments) > 0 && money.collection === null
    const width = page.right - page.left
    const rows: Cell[][] =
      isOwed && bank
        ? [
            [
              { caption: texts.bankHolder, value: bank.holder },
              { caption: texts.remittance, value: invoice.number },
            ],
            [
              { caption: 'IBAN', value: bank.iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ') },
              ...(bank.bic ? [{ caption: 'BIC', value: bank.bic }] : []),
            ],
          ]
        : []
    const words = paymentTexts(invoice, money)
    const height = 18 + words.length * 12 + cellsHeight(sheet, rows, width)
    if (this.y + height > page.bottom) this.continued(null)
    this.y = this.paragraph(words, bold, { x: page.left, y: this.y + 8 }) + 12
    if (rows.length > 0) drawCells(sheet, this.root, rows, { x: page.left, y: this.y, width })
  }

  /** Page numbers, and where the sheet is folded and punched. */
  private marginalia(): void {
    const { sheet, doc, texts, invoice } = this
    const { count } = doc.bufferedPageRange()
    for (let index = 0; index < count; index++) {
      doc.switchToPage(index)
      sheet.artifact('Pagination', () => {
        const style = { ...small, size: 7.5 }
        sheet.text(`${texts.title} ${invoice.number}`, { x: page.left, y: 812, style })
        sheet.text(texts.page(index + 1, count), { x: page.right, y: 812, style, align: 'right' })
      })
      sheet.artifact('Layout', () => {
        for (const [y, length] of [
          [297.64, 12],
          [420.94, 18],
          [595.28, 12],
        ] as const) {
          sheet.rule([14, y], [14 + length, y], colors.hairline, 0.6)
        }
      })
    }
  }

  /** Returns the last baseline. */
  private paragraph(
    known: (string | null | undefined)[],
    style: TextStyle,
    place: { x: number; y: number; width?: number; leading?: number },
  ): number {
    return drawParagraph(this.sheet, this.root, known, { style, ...place })
  }

  private put({ words, style }: Words, x: number, y: number): void {
    this.sheet.text(words, { x, y, style })
  }
}

function periodText({ suppliedFrom, suppliedUntil }: InvoiceLine, locale: Invoice['locale']): string | null {
  const days = [suppliedFrom, suppliedUntil].filter((day) => day !== null).map((day) => dayText(day, locale))
  return days.length === 0 ? null : [...new Set(days)].join(' – ')
}
