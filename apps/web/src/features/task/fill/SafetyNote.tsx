import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/Note.tsx'
import { useSafetyPage } from './safety.ts'

/** Shown as soon as an answer indicates thoughts of death or self-harm, before it is submitted. */
export function SafetyNote() {
  const { t } = useTranslation('taskForms')
  const page = useSafetyPage()
  return (
    <Note
      kind="warning"
      urgent
      title={t('safety.title')}
      action={
        page && (
          <Button variant="default" renderRoot={(props) => <Link to={page as '/'} {...props} />}>
            {t('safety.open')}
          </Button>
        )
      }
    >
      {t('safety.text')}
    </Note>
  )
}
