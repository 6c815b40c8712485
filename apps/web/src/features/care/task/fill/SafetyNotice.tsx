import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useSafetyPagePath } from './use-safety-page-path.ts'

const EmergencyCall = lazyNamed(() => import('../../safety/safety.ts'), 'EmergencyCall')

/**
 * Shows a notice with the emergency numbers of the client's country and a link to the safety page. The questionnaire renders the notice as soon
 * as the client chooses an answer that indicates thoughts of death or self-harm, before the client submits.
 */
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
      <EmergencyCall when="danger" />
    </Callout>
  )
}
