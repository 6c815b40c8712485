import { languages } from '@attune/contract/common/text/text'
import type { FormTemplateName } from '@attune/contract/features/care/form/form.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { expect, test } from 'vitest'
import { formDrafts } from './form.templates.ts'

const textOf = (template: FormTemplateName, language: Language) =>
  formDrafts(language)
    [template].fields.map(({ label }) => label)
    .join('\n')

test.each([...languages])(
  'our form on data in %s does not promise that records are deleted by themselves',
  (language) => {
    expect(textOf('data', language)).not.toMatch(
      /they are deleted|werden sie gelöscht|est ensuite supprimé|Después se elimina/,
    )
  },
)
