import { formLimits } from '@attune/contract/features/care/form/form.rules'
import type { FormElement, FormView } from '@attune/contract/features/care/form/form.schemas'
import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { safetyOptionsAfterEdit } from './safety-options.ts'

type Props = {
  field: FormElement
  problem: FormView['problems'][number]['problem'] | null
  onChange: (part: Partial<FormElement>) => void
}

/** Edits the options of a choice, one per line, and marks those that indicate a danger. */
export function OptionsField({ field, problem, onChange }: Props) {
  const { t } = useTranslation('form')
  const { options, safetyOptions = [] } = field
  const named = [...new Set(options.filter((option) => option.trim()))]
  const edit = (text: string) => {
    const next = text
      .split('\n')
      .slice(0, formLimits.options)
      .map((option) => option.slice(0, formLimits.option))
    onChange({ options: next, safetyOptions: safetyOptionsAfterEdit(safetyOptions, options, next) })
  }
  return (
    <>
      <Textarea
        label={t('field.options')}
        description={t('field.optionsHint')}
        error={problem === 'options' && t('problem.options', { number: '' })}
        autosize
        minRows={2}
        value={options.join('\n')}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      {named.length > 0 && (
        <Checkbox.Group
          label={t('field.safety')}
          description={t('field.safetyHint')}
          value={safetyOptions}
          onChange={(marked) => onChange({ safetyOptions: marked })}
        >
          <Stack gap={6} mt={8}>
            {named.map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
