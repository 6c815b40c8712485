import { Stack, TextInput, Textarea } from '@mantine/core'
import { useEffect, useId } from 'react'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { SettingRow, type SettingOutcome } from '../../../../ui/list/SettingRow.tsx'
import { ValueConflict } from './SettingConflict.tsx'

type TextProps = {
  /** The name of the setting, used in the key of the draft. */
  name: string
  label: string
  hint: string
  value: string
  maxLength: number
  disabled?: boolean | undefined
  /** Whether to render a text area, in which Enter adds a line instead of saving. */
  long?: boolean | undefined
  /** Whether the value is a number; phones then show the numeric keyboard. */
  numeric?: boolean
  check: (text: string) => string | null
  outcome: SettingOutcome
  /** Whether another admin saved another value while this text was typed. */
  inConflict?: boolean
  /** Called when the admin chooses the value of the other admin. */
  onKeepSaved?: () => void
  /** Saves a text. `base` is the saved value that was edited. */
  onSave: (text: string, base: string) => void
}

/** A text setting. Enter or leaving the field saves the text. */
export function TextSetting(props: TextProps) {
  const { label, hint, value, maxLength, disabled, long, numeric, outcome, inConflict = false } = props
  const { draft, text, problem, save, keepSaved, saveMine } = useTextSetting(props)
  const id = useId()
  const field = {
    id,
    'aria-label': label,
    value: text ?? value,
    error: problem,
    disabled,
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      // The base stays the value that was saved when typing began, so that a change by another admin is detected.
      draft.change({ text: event.currentTarget.value, base: draft.dirty ? draft.value.base : value }),
    onBlur: save,
  }
  return (
    <SettingRow label={label} hint={hint} outcome={inConflict ? null : outcome}>
      <Stack gap="xs">
        <DraftCallout draft={draft} />
        {long ? (
          <Textarea {...field} autosize minRows={3} maxRows={10} styles={{ input: { fontSize: 16 } }} />
        ) : (
          <TextInput
            {...field}
            {...(numeric && { inputMode: 'numeric' as const })}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        )}
        {inConflict && text !== null && (
          <ValueConflict saved={value} mine={text} onSaved={keepSaved} onMine={saveMine} />
        )}
      </Stack>
    </SettingRow>
  )
}

/** Stores the typed text as a draft until it is saved, or until the admin accepts another admin's value. */
function useTextSetting({ name, value, check, outcome, inConflict, onKeepSaved, onSave }: TextProps) {
  const draft = useDraft(`setting-${name}`, () => ({ text: value, base: value }))
  const { forget } = draft
  const text = draft.dirty ? draft.value.text : null
  const problem = text === null ? null : check(text)
  const save = () => {
    if (text === null || problem || inConflict) return
    // An effect of this component clears the draft once saving succeeds. Until then the typed text stays in the field.
    if (text.trim() !== value) onSave(text.trim(), draft.value.base)
    else forget({ text: value, base: value })
  }
  const keepSaved = () => {
    forget({ text: value, base: value })
    onKeepSaved?.()
  }
  const saveMine = () => {
    if (text !== null && !problem) onSave(text.trim(), value)
  }
  const saved = outcome === 'saved' && text?.trim() === value
  useEffect(() => {
    if (saved) forget({ text: value, base: value })
  }, [saved, forget, value])
  return { draft, text, problem, save, keepSaved, saveMine }
}
