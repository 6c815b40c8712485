import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/Callout.tsx'
import { useSafetyPagePath } from './use-safety-page-path.ts'

/** Shown as soon as an answer indicates thoughts of death or self-harm, before it is submitted. */
export function SafetyNotice() {
  const { t } = useTranslation('taskForms')
  const page = useSafetyPagePath()
  return (
    <Callout
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
    </Callout>
  )
}
