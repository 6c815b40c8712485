/** The file name of a Factur-X or ZUGFeRD invoice that is attached to its PDF. */
export const facturXName = 'factur-x.xml'

const properties = {
  DocumentFileName: 'The name of the embedded XML document',
  DocumentType: 'The type of the hybrid document in capital letters',
  Version: 'The actual version of the standard applying to the embedded XML document',
  ConformanceLevel: 'The conformance level of the embedded XML document',
}
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const declared = Object.entries(properties).map(
  ([name, text]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
    `<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>` +
    `<pdfaProperty:description>${text}</pdfaProperty:description></rdf:li>`,
)

/**
 * The XMP metadata by which programs recognize a Factur-X invoice with the profile EN 16931. PDF/A requires an extension schema for names that it
 * does not define.
 */
export const facturXMetadata = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${facturXName}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${declared.join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
