import type { Language } from '@attune/contract/common/text/text.schemas'
import type { FormFieldType, FormTemplateName } from '@attune/contract/features/care/form/form.rules'
import type { FormContent } from '@attune/contract/features/care/form/form.schemas'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

type DraftField = {
  type: FormFieldType
  label: string
  hint?: string
  required?: boolean
  options?: string[]
  safetyOptions?: string[]
  isForGuardian?: boolean
}
export type DraftForm = { title: string; isConsent: boolean; fields: DraftField[] }
export type DraftForms = Record<FormTemplateName, DraftForm>

const loaded = new Map<Language, DraftForms>()

/** Returns the product's form templates in a language. */
export function formDrafts(language: Language): DraftForms {
  const drafts =
    loaded.get(language) ??
    (JSON.parse(readFileSync(new URL(`templates/${language}.json`, import.meta.url), 'utf8')) as DraftForms)
  loaded.set(language, drafts)
  return drafts
}

/** Returns the content of a new form based on one of the product's drafts. Its fields get new ids. */
export function templateContent(template: FormTemplateName, language: Language): FormContent {
  const { fields, ...form } = formDrafts(language)[template]
  return {
    ...form,
    language,
    fields: fields.map(({ type, label, hint = '', required = false, options = [], safetyOptions, isForGuardian }) => ({
      id: randomUUID(),
      type,
      label,
      hint,
      required,
      options,
      ...(safetyOptions && { safetyOptions }),
      ...(isForGuardian && { isForGuardian }),
    })),
  }
}
