import type { Language } from '@attune/contract/common/text/text.schemas'
import type { LocalText } from '@attune/contract/features/care/measure/measure.schemas'
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'

/** The language whose texts are edited, and the main language of the measure. */
export type TextLanguages = { language: Language; main: Language }

type Props = TextLanguages & {
  label?: string
  'aria-label'?: string
  description?: ReactNode
  error?: ReactNode
  maxLength: number
  minRows?: number
  value: LocalText
  onChange: (value: LocalText) => void
}

/** Edits a text in one language. If this is not the main language, shows the text of the main language as the placeholder. */
export function LocalTextField({ language, main, value, error, minRows = 1, onChange, ...field }: Props) {
  return (
    <Textarea
      {...field}
      lang={language}
      error={language === main && error}
      placeholder={language === main ? undefined : value[main]}
      autosize
      minRows={minRows}
      maxRows={16}
      value={value[language] ?? ''}
      onChange={({ currentTarget: { value: text } }) => onChange({ ...value, [language]: text })}
    />
  )
}
