import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { expect, test } from 'vitest'
import { documentLine, invoiceDocument } from '../content/invoice-document.testing.ts'
import { invoiceXml } from '../../invoice/einvoice/xml.ts'
import { makePdf } from './document.ts'

// Reads the finished file with a library that did not write it. The rules are those of PDF/A-3 (ISO 19005-3) and PDF/UA (ISO 14289-1) that a program
// can check, as the profiles of veraPDF name them; veraPDF itself is in no package that this repository can install.

const madeAt = '2026-11-20T17:03:00.000Z'
const lines = Array.from({ length: 40 }, (_, n) => documentLine({ text: n % 2 ? 'Sitzung דוד' : 'Sitzung' }))
const sheet = invoiceDocument({ language: 'de', lines, footer: 'Praxis' })
const xml = await invoiceXml(sheet, 'factur-x')
const pdf = await PDFDocument.load(await makePdf({ sheet, madeAt, xml }), { updateMetadata: false })
const { catalog, context } = pdf

const key = (name: string) => PDFName.of(name)
const dict = (from: PDFDict, name: string) => from.lookup(key(name), PDFDict)
const list = (from: PDFDict, name: string) => from.lookup(key(name), PDFArray)
const stream = (from: PDFDict, name: string) => {
  const found = from.lookup(key(name))
  if (!(found instanceof PDFRawStream)) throw new Error(`${name} is no stream`)
  return found
}
const nameOf = (from: PDFDict, name: string) => from.lookupMaybe(key(name), PDFName)?.decodeText()
const textOf = (from: PDFDict, name: string) => from.lookupMaybe(key(name), PDFString, PDFHexString)?.decodeText()
const bytesOf = (from: PDFRawStream) => Buffer.from(decodePDFRawStream(from).decode())

type Mark = { page: number; id: number }
type Element = { type: string; dict: PDFDict; below: Element[]; marks: Mark[] }
const pageOf = (ref: PDFObject | undefined) => pdf.getPages().findIndex((page) => page.ref === ref)

/** Reads a structure element. A mark that names no page is on the page of its element. */
function elementOf(from: PDFDict): Element {
  const kids = from.lookup(key('K'))
  const element: Element = { type: nameOf(from, 'S') ?? '', dict: from, below: [], marks: [] }
  for (const one of kids instanceof PDFArray ? kids.asArray() : kids ? [kids] : []) {
    const kid = context.lookup(one)
    if (kid instanceof PDFNumber) element.marks.push({ page: pageOf(from.get(key('Pg'))), id: kid.asNumber() })
    else if (kid instanceof PDFDict && nameOf(kid, 'Type') === 'MCR')
      element.marks.push({
        page: pageOf(kid.get(key('Pg')) ?? from.get(key('Pg'))),
        id: kid.lookup(key('MCID'), PDFNumber).asNumber(),
      })
    else if (kid instanceof PDFDict) element.below.push(elementOf(kid))
  }
  return element
}
const allIn = (element: Element): Element[] => [element, ...element.below.flatMap(allIn)]
const root = elementOf(dict(catalog, 'StructTreeRoot'))
const elements = allIn(root).slice(1)

/** Returns the content of a page. */
const contentOf = (page: number) => {
  const contents = pdf.getPage(page).node.Contents()
  const parts = contents instanceof PDFArray ? contents.asArray().map((one) => context.lookup(one)) : [contents]
  return parts.map((one) => bytesOf(one as PDFRawStream).toString('latin1')).join('\n')
}
const pages = pdf.getPages().map((_, page) => contentOf(page))

test('everything that a page shows is either in the structure once or an artifact', () => {
  expect(pages.length).toBeGreaterThan(2)
  const shown = pages.flatMap((content, page) =>
    Array.from(content.matchAll(/\/MCID (\d+)/g), ([, id]) => `${page} ${id}`),
  )
  const placed = elements.flatMap(({ marks }) => marks.map(({ page, id }) => `${page} ${id}`))
  expect(placed.toSorted()).toEqual(shown.toSorted())
  expect(new Set(placed).size).toBe(placed.length)
  for (const content of pages) {
    let depth = 0
    for (const line of content.split('\n').map((one) => one.trim())) {
      if (/B[DM]C$/.test(line)) depth++
      if (line === 'EMC') depth--
      if (/(?:TJ|Tj| Do)$|^[Sf]\*?$/.test(line)) expect(depth, line).toBeGreaterThan(0)
    }
    expect(depth).toBe(0)
  }
})

test('the parent tree leads from each mark of each page to the element that contains it', () => {
  const numbers = list(dict(dict(catalog, 'StructTreeRoot'), 'ParentTree'), 'Nums')
  const parents = new Map<number, PDFArray>()
  for (let at = 0; at < numbers.size(); at += 2) {
    const value = numbers.lookup(at + 1)
    if (value instanceof PDFArray) parents.set(numbers.lookup(at, PDFNumber).asNumber(), value)
  }
  for (const { marks, dict: of } of elements)
    for (const { page, id } of marks) {
      const index = pdf.getPage(page).node.lookup(key('StructParents'), PDFNumber).asNumber()
      expect(parents.get(index)?.lookup(id)).toBe(of)
    }
})

test('the structure has one first heading before the table, a table of rows, scopes of its headings, and alternative texts', () => {
  const types = elements.map(({ type }) => type)
  expect(types.filter((type) => type === 'H1')).toHaveLength(1)
  expect(types.indexOf('H1')).toBeLessThan(types.indexOf('Table'))
  const standard = ['Document', 'P', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Span']
  expect(types.filter((type) => !standard.includes(type))).toEqual([])
  for (const { type, below, dict: of } of elements) {
    const kids = new Set(below.map((one) => one.type))
    if (type === 'Table') expect([...kids]).toEqual(['TR'])
    if (type === 'TR') expect([...kids].every((kid) => kid === 'TH' || kid === 'TD')).toBe(true)
    if (type === 'Figure') expect(textOf(of, 'Alt')).toBeTruthy()
    if (type === 'TH') expect(nameOf(dict(of, 'A'), 'Scope')).toBe('Column')
  }
})

test('the file says its language and title, shows the title, and marks its content', () => {
  expect(textOf(catalog, 'Lang')).toBe('de')
  expect(dict(catalog, 'ViewerPreferences').lookup(key('DisplayDocTitle'), PDFBool).asBoolean()).toBe(true)
  expect(dict(catalog, 'MarkInfo').lookup(key('Marked'), PDFBool).asBoolean()).toBe(true)
  expect(pdf.getTitle()).toContain(sheet.number)
  expect(context.trailerInfo.Encrypt).toBeUndefined()
  expect(context.trailerInfo.ID).toBeDefined()
})

test('the colours have an output intent with an embedded profile, and every font is embedded and can be copied', () => {
  const intent = list(catalog, 'OutputIntents').lookup(0, PDFDict)
  expect(nameOf(intent, 'S')).toBe('GTS_PDFA1')
  const profile = stream(intent, 'DestOutputProfile')
  expect(bytesOf(profile).subarray(36, 40).toString()).toBe('acsp')
  const objects = context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFDict ? [one] : []))
  const fonts = objects.filter((one) => nameOf(one, 'Type') === 'Font')
  const descriptors = objects.filter((one) => nameOf(one, 'Type') === 'FontDescriptor')
  expect(descriptors.length).toBeGreaterThan(0)
  const files = ['FontFile', 'FontFile2', 'FontFile3'].map(key)
  for (const one of descriptors) expect(files.some((file) => one.has(file))).toBe(true)
  for (const one of fonts)
    if (nameOf(one, 'Subtype') === 'Type0') expect(one.has(key('ToUnicode'))).toBe(true)
    else expect(one.has(key('FontDescriptor'))).toBe(true)
})

test('the metadata are readable without a filter, name PDF/A-3, and describe the schema of Factur-X', () => {
  const metadata = stream(catalog, 'Metadata')
  expect(metadata.dict.has(key('Filter'))).toBe(false)
  const text = Buffer.from(metadata.contents).toString('utf8')
  expect(/<pdfaid:part>(\d)/.exec(text)?.[1]).toBe('3')
  expect(/<pdfaid:conformance>(\w)/.exec(text)?.[1]).toMatch(/^[ABU]$/)
  expect(text).toContain(
    '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
  )
  const properties = Array.from(text.matchAll(/<pdfaProperty:name>(\w+)</g), ([, name]) => name)
  expect(properties).toEqual(
    expect.arrayContaining(['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']),
  )
  for (const name of properties) expect(text).toContain(`<fx:${name}>`)
})

test('the e-invoice is attached to the document as another form of it', () => {
  const attached = list(catalog, 'AF')
  expect(attached.size()).toBe(1)
  const file = attached.lookup(0, PDFDict)
  expect([textOf(file, 'F'), textOf(file, 'UF')]).toEqual(['factur-x.xml', 'factur-x.xml'])
  expect(nameOf(file, 'AFRelationship')).toBe('Alternative')
  const content = stream(dict(file, 'EF'), 'F')
  expect(nameOf(content.dict, 'Subtype')).toBe('text/xml')
  expect(dict(content.dict, 'Params').has(key('ModDate'))).toBe(true)
  expect(bytesOf(content).toString('utf8')).toBe(xml)
  const named = list(dict(dict(catalog, 'Names'), 'EmbeddedFiles'), 'Names')
  expect(named.get(1)).toBeInstanceOf(PDFRef)
  expect(named.lookup(1)).toBe(file)
})
