import type { FormContent, FormAnswers } from '@attune/contract/features/care/form/form.schemas'

/** The content of the PDF of a signed form: texts only, in the language of the form. The same order yields the same bytes. */
export type FormPdfOrder = {
  content: FormContent
  answers: FormAnswers
  /** Title of the PDF's metadata, author, and the moment that the PDF names as its creation, in ISO 8601. */
  author: string
  madeAt: string
  /** Facts below the title: client, therapist, version. */
  facts: { label: string; value: string }[]
  signature: { title: string; lines: string[] }
  /** The text at the foot of each page, and 'Page {page} of {pages}' with both placeholders. */
  footer: string
  pageOf: string
  /** Said once if a text has characters that no font has. */
  unknown: string
}
