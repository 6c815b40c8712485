import { languages } from '@attune/contract/common/text/text'
import type { FormTemplateName } from '@attune/contract/features/care/form/form.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { expect, test } from 'vitest'
import { formDrafts } from '../form.templates.ts'

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

test.each([...languages])(
  'our form for a minor in %s says when not to sign yet, and asks all who have custody to sign',
  (language) => {
    const { fields } = formDrafts(language).minors
    const question = fields.findIndex(
      ({ options }) => options?.length === 3 && options.some((one) => /^(No|Nein|Non)$/.test(one)),
    )
    const [, no = '', unknown = ''] = fields[question]?.options ?? []
    expect(fields[question + 1]).toMatchObject({ type: 'paragraph' })
    for (const answer of [no, unknown]) expect(fields[question + 1]?.label).toContain(answer)
    expect(fields.at(-1)).toMatchObject({ isForGuardian: true })
    expect(fields.at(-1)?.label).toMatch(/everyone|aller|toutes|todas/)
  },
)
