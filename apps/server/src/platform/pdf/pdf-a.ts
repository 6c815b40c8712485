import PDFDocument from 'pdfkit'
import { escapeXml, withoutUnwritable } from './xml-text.ts'

/**
 * A document that escapes its title and author for the XMP metadata, because pdfkit does not. pdfkit writes the metadata last, so the unescaped
 * values are no longer needed then.
 */
class EscapedDocument extends PDFDocument {
  override endMetadata() {
    const { Title = '', Author = '' } = this.info
    Object.assign(this.info, { Title: escapeXml(Title), Author: escapeXml(Author) })
    super.endMetadata()
  }
}

type Heading = { title: string; author: string; language: string; size: 'A4' | 'LETTER'; madeAt: string }

/** Creates a tagged PDF/A-3b document without margins. `madeAt` is its creation date in ISO 8601. */
export const createPdfA = ({ title, author, language, size, madeAt }: Heading): PDFKit.PDFDocument =>
  new EscapedDocument({
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    size,
    margin: 0,
    // Without this, pdfkit starts with a font that is not embedded, which PDF/A forbids.
    font: '',
    info: {
      Title: withoutUnwritable(title),
      Author: withoutUnwritable(author),
      Creator: 'Attune',
      Producer: 'Attune',
      CreationDate: new Date(madeAt),
    },
  })
