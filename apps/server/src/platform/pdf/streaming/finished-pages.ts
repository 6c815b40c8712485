/** A reference of pdfkit to an object of the PDF. The object is written when the reference ends; its data is then no longer needed. */
type Reference = { data: object; end(): void }
/** The parts of pdfkit's documents and pages that its types do not declare. */
type Internals = {
  page: { content: Reference; resources: Reference; dictionary: Reference & { data: { StructParents?: number } } }
  _fontFamilies: Record<string, { layoutCache?: object }>
  getStructParentTree(): { get(key: number): object; add(key: number, value: Reference): void }
  ref(data: object): Reference
}

/** The number of pages after which pdfkit's cache of measured words is emptied. Otherwise the cache would keep every word of the document. */
const measuredPages = 250

/**
 * Releases the data that pdfkit would keep of each finished page until the end of the document, so that a document of thousands of pages needs no
 * more memory than a short one. Call the returned function when no element of the structure that a finished page shows can get further content: it
 * writes, for each finished page, the list of the elements to which its content belongs.
 */
export function releaseFinishedPages(pdf: PDFKit.PDFDocument): () => void {
  const document = pdf as unknown as Internals
  let current = document.page
  let count = 1
  let unwritten: number[] = []
  // When pdfkit adds a page, it has already written the previous one, so the data of the previous page can be released.
  pdf.on('pageAdded', () => {
    const { StructParents: key } = current.dictionary.data
    // A paragraph that continues on the next page looks up this key when it ends.
    current.dictionary.data = key === undefined ? {} : { StructParents: key }
    current.content.data = {}
    current.resources.data = {}
    if (key !== undefined) unwritten.push(key)
    current = document.page
    count += 1
    if (count % measuredPages === 0)
      for (const font of Object.values(document._fontFamilies)) font.layoutCache = Object.create(null) as object
  })
  return () => {
    const tree = document.getStructParentTree()
    for (const key of unwritten) {
      const list = document.ref(tree.get(key))
      list.end()
      list.data = {}
      tree.add(key, list)
    }
    unwritten = []
  }
}
