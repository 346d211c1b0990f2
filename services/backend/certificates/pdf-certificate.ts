import type PDFDocument from 'pdfkit'
import { qrCode } from '../../../formats/qr-code.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { dayText } from '../invoices/invoice-texts.ts'
import { type Cell, cellsHeight, drawCells } from '../invoices/pdf-cells.ts'
import { createPaper, fileOf } from '../invoices/pdf-paper.ts'
import {
  colors,
  createSheet,
  page,
  type Sheet,
  type StructElement,
  type TextStyle,
} from '../invoices/pdf-sheet.ts'
import { drawDimension, drawParagraph, fitted } from '../invoices/pdf-text.ts'
import { hrefOf } from '../../../platform/site-href.ts'

/** A certificate as it was stored. */
interface CertificateFacts {
  code: string
  kind: string
  holderName: string
  titleDe: string
  titleEn: string
  courseDe: string | null
  courseEn: string | null
  begunOn: string | null
  givenOn: string
  givenBy: string
  until: string | null
  createdAt: Date
}

export interface CertificatePaper {
  locale: Locale
  /** Name of the space. */
  issuer: string
  siteUrl: string
  /** Those of one person, each on a page of its own. */
  certificates: CertificateFacts[]
}

const width = page.right - page.left
const quiet: TextStyle = { size: 11, color: colors.quiet }
const codeSize = 118
const quietModules = 4

/** Draws certificates as a tagged PDF/A-3a and PDF/UA-1 document: the same ones give the same bytes. */
export async function drawCertificates(paper: CertificatePaper): Promise<Uint8Array> {
  const { locale, certificates } = paper
  const [first] = certificates
  if (!first) throw new Error('there is no certificate to draw')
  const titles = certificates.map((each) => titleOf(each, locale)).join(', ')
  const doc = createPaper({ title: `${texts[locale].title}: ${titles}`, locale, made: first.createdAt })
  const sheet = createSheet(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const certificate of certificates) {
    doc.addPage()
    drawOne({ doc, sheet, section: sheet.add(root, 'Sect') }, certificate, paper)
  }
  root.end()
  return fileOf(doc)
}

interface Tools {
  doc: typeof PDFDocument
  sheet: Sheet
  section: StructElement
}

function drawOne(
  tools: Tools,
  certificate: CertificateFacts,
  { locale, issuer, siteUrl }: CertificatePaper,
): void {
  const { sheet, section } = tools
  const words = texts[locale]
  const line = (text: string, tag: string, y: number, style: TextStyle) => {
    const { words: shown, style: shrunk } = fitted(sheet, text, style, width)
    sheet.add(section, tag, () => sheet.text(shown, { x: page.left, y, style: shrunk }))
  }
  sheet.artifact('Layout', () => {
    sheet.rule([page.left, 41], [page.left + 22, 41], colors.accent, 3)
    sheet.rule([page.left, 72], [page.right, 72], colors.hairline, 0.6)
  })
  line(issuer, 'P', 61, { size: 15, isBold: true })
  line(words.title, 'H1', 190, { size: 44, isBold: true })
  sheet.artifact('Layout', () => drawDimension(sheet, page.left, 214))
  line(certificate.holderName, 'P', 278, { size: 26, isBold: true })
  line(words[certificate.kind === 'course' ? 'tookPart' : 'trained'], 'P', 306, quiet)
  const style = { size: 19, isBold: true }
  const place = { style, x: page.left, y: 344, leading: 24, tag: 'H2' }
  const last = drawParagraph(sheet, section, [titleOf(certificate, locale)], place)
  const rows = rowsOf(certificate, locale)
  const box = { x: page.left, y: last + 34, width }
  drawCells(sheet, section, rows, box)
  const address = hrefOf(siteUrl, locale, `/certificates/${certificate.code}`)
  drawProof(tools, address, { y: box.y + cellsHeight(sheet, rows, width) + 28, words: words.proof })
}

/** Where anybody sees whether it is still valid: as a code for a camera, and in letters. */
function drawProof(
  { doc, sheet, section }: Tools,
  address: string,
  { y, words }: { y: number; words: string },
) {
  const { size, path } = qrCode(address)
  // The address that the code holds stands beside it.
  sheet.artifact('Layout', () => {
    doc.save()
    // Its quiet zone lies in the margin.
    doc.translate(page.left - (quietModules * codeSize) / size, y).scale(codeSize / size)
    doc.path(path).fill(colors.ink)
    doc.restore()
  })
  const x = page.left + codeSize
  const next = drawParagraph(sheet, section, [words], { style: { size: 10 }, x, y: y + 26, leading: 14 })
  drawParagraph(sheet, section, [address], {
    style: { size: 10, isBold: true },
    x,
    y: next + 20,
    leading: 14,
  })
}

function rowsOf(certificate: CertificateFacts, locale: Locale): Cell[][] {
  const words = texts[locale]
  const { kind, begunOn, givenOn, givenBy, until, code } = certificate
  const course = locale === 'de' ? certificate.courseDe : certificate.courseEn
  const days = [...new Set([begunOn ?? givenOn, givenOn])].map((day) => dayText(day, locale)).join(' – ')
  const signed = { caption: words.givenBy, value: givenBy }
  const numbered = { caption: words.code, value: code }
  if (kind === 'course') return [[{ caption: words.held, value: days, isBold: true }, signed], [numbered]]
  return [
    [
      { caption: words.givenOn, value: dayText(givenOn, locale), isBold: true },
      { caption: words.until, value: until === null ? words.always : dayText(until, locale), isBold: true },
    ],
    [...(course === null ? [] : [{ caption: words.course, value: course }]), signed],
    [numbered],
  ]
}

function titleOf({ titleDe, titleEn }: CertificateFacts, locale: Locale): string {
  return locale === 'de' ? titleDe : titleEn
}

const texts = {
  de: {
    title: 'Zertifikat',
    trained: 'hat diese Unterweisung bestanden:',
    tookPart: 'hat an diesem Kurs teilgenommen:',
    givenOn: 'Erteilt am',
    until: 'Gültig bis einschließlich',
    always: 'ohne Ablauf',
    course: 'Im Kurs',
    held: 'Zeitraum',
    givenBy: 'Bestätigt von',
    code: 'Code',
    proof: 'Ob dieses Zertifikat noch gilt, steht unter dieser Adresse. Eine Kamera öffnet sie mit dem Code.',
  },
  en: {
    title: 'Certificate',
    trained: 'has passed this safety training:',
    tookPart: 'took part in this course:',
    givenOn: 'Given on',
    until: 'Valid up to and including',
    always: 'without an end',
    course: 'In the course',
    held: 'Dates',
    givenBy: 'Confirmed by',
    code: 'Code',
    proof: 'This address shows whether the certificate is still valid. A camera opens it with the code.',
  },
} satisfies Record<Locale, Record<string, string>>
