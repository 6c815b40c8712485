import type { FormContent, FormAnswers } from '@attune/contract/features/care/form/form.schemas'

/** The content of a signed form's PDF, as texts in the language of the form. The same order produces the same bytes. */
export type FormPdfOrder = {
  content: FormContent
  answers: FormAnswers
  /** The author in the PDF's metadata. */
  author: string
  /** The creation date in the metadata, in ISO 8601. */
  madeAt: string
  /** Facts below the title: client, therapist, version. */
  facts: { label: string; value: string }[]
  signature: { title: string; lines: string[] }
  /** The text at the foot of each page. */
  footer: string
  /** 'Page {page} of {pages}' with both placeholders. */
  pageOf: string
  /** The note that is shown once if a text contains characters that no font has. */
  unknown: string
}
