import type PDFDocument from 'pdfkit'

const name = 'factur-x.xml'

/** Puts an invoice's XML into its PDF, as Factur-X 1.0 and ZUGFeRD 2 say. */
export function attachInvoiceXml(doc: typeof PDFDocument, xml: string, modified: Date): void {
  doc.file(Buffer.from(xml), {
    name,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: modified,
    modifiedDate: modified,
  })
}

/**
 * Metadata (XMP) beside pdfkit's own: the claim of PDF/UA-1 and, with an invoice's XML, that of Factur-X. PDF/A wants a
 * description of every property that it does not know.
 */
export function metadata(hasXml: boolean): string {
  const uaSchema = schema('PDF/UA identification schema', 'http://www.aiim.org/pdfua/ns/id/', 'pdfuaid', [
    ['part', 'Integer', 'internal', 'Part of ISO 14289'],
  ])
  const fxSchema = schema('Factur-X PDFA Extension Schema', facturX, 'fx', [
    ['DocumentFileName', 'Text', 'external', 'Name of the embedded XML invoice file'],
    ['DocumentType', 'Text', 'external', 'INVOICE'],
    ['Version', 'Text', 'external', 'Version of the Factur-X XML schema'],
    ['ConformanceLevel', 'Text', 'external', 'Conformance level of the embedded Factur-X data'],
  ])
  const written = `
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>${uaSchema}${hasXml ? fxSchema : ''}
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>${hasXml ? facturXClaim : ''}
        `
  return written.replaceAll(/\n\s*/g, '\n')
}

const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const facturXClaim = `
        <rdf:Description rdf:about="" xmlns:fx="${facturX}">
            <fx:DocumentType>INVOICE</fx:DocumentType>
            <fx:DocumentFileName>${name}</fx:DocumentFileName>
            <fx:Version>1.0</fx:Version>
            <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
        </rdf:Description>`

type Property = [name: string, type: string, category: 'internal' | 'external', description: string]

function schema(title: string, namespace: string, prefix: string, properties: Property[]): string {
  const described = properties.map(
    ([property, type, category, description]) => `
                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:name>${property}</pdfaProperty:name>
                                    <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
                                    <pdfaProperty:category>${category}</pdfaProperty:category>
                                    <pdfaProperty:description>${description}</pdfaProperty:description>
                                </rdf:li>`,
  )
  return `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:schema>${title}</pdfaSchema:schema>
                        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
                        <pdfaSchema:property>
                            <rdf:Seq>${described.join('')}
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>`
}
