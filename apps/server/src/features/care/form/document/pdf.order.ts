import type { FormContent, FormAnswers } from '@attune/contract/features/care/form/form.schemas'

/** The content of a signed form's PDF, as texts in the language of the form. The same order produces the same bytes. */
export type FormPdfOrder = {
  content: FormContent
  answers: FormAnswers
  /** The author and the title in the PDF's metadata, and its creation date in ISO 8601. */
  author: string
  madeAt: string
  /** Facts below the title: client, therapist, version. */
  facts: { label: string; value: string }[]
  signature: { title: string; lines: string[] }
  /** The text at the foot of each page, and 'Page {page} of {pages}' with both placeholders. */
  footer: string
  pageOf: string
  /** The note that is shown once if a text contains characters that no font has. */
  unknown: string
}
