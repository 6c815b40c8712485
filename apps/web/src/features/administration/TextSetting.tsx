import { Stack, TextInput, Textarea } from '@mantine/core'
import { useEffect, useId } from 'react'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftCallout } from '../../ui/page/DraftCallout.tsx'
import { SettingRow, type SettingOutcome } from '../../ui/SettingRow.tsx'

type TextProps = {
  /** The name of the setting, used in the key of the draft. */
  name: string
  label: string
  hint: string
  value: string
  maxLength: number
  disabled?: boolean
  /** Whether to render a text area, in which Enter adds a line instead of saving. */
  long?: boolean
  check: (text: string) => string | null
  outcome: SettingOutcome
  onSave: (text: string) => void
}

/** A text setting. Enter or leaving the field saves the text. */
export function TextSetting(props: TextProps) {
  const { name, label, hint, value, maxLength, disabled, long, check, outcome, onSave } = props
  const draft = useDraft(`setting-${name}`, () => ({ text: value }))
  const text = draft.dirty ? draft.value.text : null
  const id = useId()
  const problem = text === null ? null : check(text)
  const save = () => {
    if (text === null || problem) return
    // An effect of this component clears the draft once saving succeeds. Until then the typed text stays in the field.
    if (text.trim() !== value) onSave(text.trim())
    else forget({ text: value })
  }
  const field = {
    id,
    'aria-label': label,
    value: text ?? value,
    error: problem,
    disabled,
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) => draft.change({ text: event.currentTarget.value }),
    onBlur: save,
  }
  const { forget } = draft
  const saved = outcome === 'saved' && text?.trim() === value
  useEffect(() => {
    if (saved) forget({ text: value })
  }, [saved, forget, value])
  return (
    <SettingRow label={label} hint={hint} outcome={outcome}>
      <Stack gap="xs">
        <DraftCallout draft={draft} />
        {long ? (
          <Textarea {...field} autosize minRows={3} maxRows={10} styles={{ input: { fontSize: 16 } }} />
        ) : (
          <TextInput {...field} onKeyDown={(event) => event.key === 'Enter' && save()} />
        )}
      </Stack>
    </SettingRow>
  )
}
