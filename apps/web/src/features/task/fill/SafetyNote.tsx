import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/Note.tsx'
import { useSafetyPage } from './safety.ts'

/** Said at once where an answer speaks of death or of hurting oneself, before anything is handed in. */
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
