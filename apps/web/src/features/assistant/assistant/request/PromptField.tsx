import { assistantLengths } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../assistant.module.css'
import { markedParts } from './marked-parts.ts'

type Props = {
  value: string
  placeholders: readonly string[]
  names: readonly string[]
  isEdited: boolean
  onChange: (edited: string | null) => void
}

/** A field for the prompt. A copy of the text behind the field marks placeholders and names, because a field cannot mark words. */
export function PromptField({ value, placeholders, names, isEdited, onChange }: Props) {
  const { t } = useTranslation('assistantPreview')
  const id = useId()
  return (
    <div>
      <div className={classes.sourcesHead}>
        <label htmlFor={id} className={classes.label}>
          {t('text')}
        </label>
        {isEdited && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {t('startOver')}
          </Button>
        )}
      </div>
      <p className={classes.quiet} id={`${id}-hint`}>
        {t('textHint')}
      </p>
      <div className={classes.prompt}>
        <div className={classes.promptMarks} aria-hidden>
          {markedParts(value, { placeholder: placeholders, name: names }).map(({ text, kind }, place) =>
            kind ? (
              <mark key={place} data-kind={kind}>
                {text}
              </mark>
            ) : (
              <span key={place}>{text}</span>
            ),
          )}
          {'\n'}
        </div>
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          spellCheck={false}
          maxLength={assistantLengths.prompt}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}
