import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HintTooltip } from '../../../../ui/page/menu/HintTooltip.tsx'
import classes from '../note.module.css'
import { noteTemplateNames, noteTemplates } from './templates.ts'
import { OwnTemplates } from './OwnTemplates.tsx'

type Props = {
  onInsert: (headings: readonly string[]) => void
  /** The name of the place that gets the headings, if it is not the field below the buttons. */
  title?: string
  isTitleShown?: boolean
}

/** Shows a button for each note template, and a menu of the therapist's own templates. A click inserts the headings. */
export function NoteTemplateBar({ onInsert, title, isTitleShown = true }: Props) {
  const { t } = useTranslation('note')
  const [announcement, setAnnouncement] = useState('')
  const insert = (name: string, headings: readonly string[]) => {
    onInsert(headings)
    setAnnouncement(t('template.done', { name }))
  }
  return (
    <div className={classes.templates} role="group" aria-label={title ?? t('template.label')}>
      {isTitleShown && (
        <span className={classes.hint} aria-hidden>
          {title ?? t('template.short')}
        </span>
      )}
      {noteTemplateNames.map((name) => (
        <HintTooltip key={name} text={t(`template.${name}.hint`)}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() =>
              insert(
                t(`template.${name}.name`),
                noteTemplates[name].map((word) => t(`template.${name}.${word}`)),
              )
            }
          >
            {t(`template.${name}.name`)}
          </Button>
        </HintTooltip>
      ))}
      <OwnTemplates
        onInsert={({ name, fields }) =>
          insert(
            name,
            fields.map(({ heading }) => heading),
          )
        }
      />
      <span role="status" className={classes.said}>
        {announcement}
      </span>
    </div>
  )
}
