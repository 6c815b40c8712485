/** The attributes of a column header, which the types of pdfkit lack. */
const columnHead: object = { scope: 'Column' }

/** Creates the structure of a tagged PDF for screen readers: headings, paragraphs, lists, quotes, links, and pictures with descriptions. */
export function createTaggedStructure(pdf: PDFKit.PDFDocument) {
  /** The structure element to which the next content belongs. */
  let parent = pdf.struct('Document')
  pdf.addStructure(parent)
  return {
    /** Adds an element to the structure of the PDF. The content that `work` writes belongs to this element. */
    within(tag: string, work: () => void) {
      const outer = parent
      parent = tag === 'TH' ? pdf.struct(tag, columnHead) : pdf.struct(tag)
      outer.add(parent)
      work()
      parent.end()
      parent = outer
    },
    /** Adds the content that `draw` draws to the current element. */
    add(draw: () => void) {
      parent.add(draw)
    },
    /** Adds a picture, which `draw` draws, with its description to the current element. */
    addFigure(alt: string, draw: () => void) {
      const figure = pdf.struct('Figure', { alt })
      parent.add(figure)
      figure.add(draw)
      figure.end()
    },
  }
}
export type TaggedStructure = ReturnType<typeof createTaggedStructure>
