import PDFDocument from 'pdfkit'
import type { Locale } from '../../../contracts/problem.ts'
import { metadata } from './factur-x.ts'
import { packed } from './pdf-packing.ts'

export interface Paper {
  title: string
  locale: Locale
  /** When it was made, for the file's own dates: the same paper gives the same bytes. */
  made: Date
  /** The invoice as `factur-x.xml` is attached. */
  hasXml?: boolean
}

/** Begins a tagged PDF/A-3a and PDF/UA-1 document without a page. */
export function createPaper({ title, locale, made, hasXml = false }: Paper): typeof PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: {
      // pdfkit writes the title into XML as it is.
      Title: title.replaceAll(/[&<>]/g, ''),
      Creator: 'Werkbank',
      Producer: 'PDFKit',
      CreationDate: made,
      ModDate: made,
    },
  })
  doc.appendXML(metadata(hasXml))
  return doc
}

/** Ends a document and returns its file. */
export async function fileOf(doc: typeof PDFDocument): Promise<Uint8Array> {
  doc.end()
  const parts: Buffer[] = []
  for await (const part of doc) parts.push(part as Buffer)
  return new Uint8Array(packed(Buffer.concat(parts)))
}
