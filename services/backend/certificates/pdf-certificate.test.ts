import { expect, test } from 'vitest'
import { readPdf } from '../invoices/pdf-reader.fixture.ts'
import { type CertificatePaper, drawCertificates } from './pdf-certificate.ts'

const training = {
  code: 'AbCdEfGhIjKlMnOpQrSt-_',
  kind: 'training',
  holderName: 'Mia Łukasz-Özdemir',
  titleDe: 'Sicherheitsunterweisung Lasercutter',
  titleEn: 'Laser cutter safety training',
  courseDe: 'Laser für alle',
  courseEn: 'Laser for everyone',
  begunOn: '2026-11-30',
  givenOn: '2026-12-01',
  givenBy: 'Tina Trainerin',
  until: '2027-12-01',
  createdAt: new Date('2026-12-01T09:00Z'),
}
const course = { ...training, kind: 'course', titleDe: 'Nähen', courseDe: null, courseEn: null, until: null }

const paperOf = (change: Partial<CertificatePaper> = {}): CertificatePaper => ({
  locale: 'de',
  issuer: 'Halle 9',
  siteUrl: 'https://halle9.example',
  certificates: [training],
  ...change,
})
const read = async (change?: Partial<CertificatePaper>) => readPdf(await drawCertificates(paperOf(change)))
const heard = ({ structure }: ReturnType<typeof readPdf>) =>
  structure.map((line) => line.trim()).filter((line) => !/^(Document|Sect|Table|TR)$/.test(line))

test('a screen reader hears a certificate in its order, in both languages', async () => {
  expect(heard(await read())).toEqual([
    'P Halle 9',
    'H1 Zertifikat',
    'P Mia Łukasz-Özdemir',
    'P hat diese Unterweisung bestanden:',
    'H2 Sicherheitsunterweisung Lasercutter',
    'TH/Row Erteilt am',
    'TD 01.12.2026',
    'TH/Row Gültig bis einschließlich',
    'TD 01.12.2027',
    'TH/Row Im Kurs',
    'TD Laser für alle',
    'TH/Row Bestätigt von',
    'TD Tina Trainerin',
    'TH/Row Code',
    'TD AbCdEfGhIjKlMnOpQrSt-_',
    'P Ob dieses Zertifikat noch gilt, steht unter dieser Adresse. Eine Kamera öffnet sie mit dem Code.',
    'P https://halle9.example/certificates/AbCdEfGhIjKlMnOpQrSt-_',
  ])
  const english = heard(await read({ locale: 'en' }))
  expect(english).toContain('H2 Laser cutter safety training')
  expect(english).toContain('TD 1 Dec 2027')
  expect(english.at(-1)).toBe('P https://halle9.example/en/certificates/AbCdEfGhIjKlMnOpQrSt-_')
})

test('each certificate has a page, and a course its days', async () => {
  const paper = await read({ certificates: [training, course] })
  expect(paper.pages).toBe(2)
  expect(heard(paper)).toContain('TD 30.11.2026 – 01.12.2026')
  expect(heard(paper)).toContain('P hat an diesem Kurs teilgenommen:')
  expect(paper.unmarked).toEqual([])
})

test('it claims PDF/A-3a and PDF/UA-1, has its fonts inside, and is the same each time', async () => {
  const { metadata, catalog, fonts } = await read({ locale: 'en' })
  expect(metadata).toMatch(/<pdfaid:part>3<.*<pdfaid:conformance>A</s)
  expect(metadata).toContain('<pdfuaid:part>1<')
  expect(catalog).toMatch(/\/Lang \(en\)/)
  expect(fonts.embedded).toBe(fonts.all)
  expect(await drawCertificates(paperOf())).toEqual(await drawCertificates(paperOf()))
})
