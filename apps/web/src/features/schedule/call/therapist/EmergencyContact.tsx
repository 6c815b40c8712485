import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { phoneLink } from '../../../../ui/base/phone-link.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from './therapist.module.css'

/** The emergency contact of a client's record, read when the therapist asks for it. */
export function EmergencyContact({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('callPage')
  const [isShown, setIsShown] = useState(false)
  const record = useQuery({ ...orpc.client.get.queryOptions({ input: { id: clientId } }), enabled: isShown })
  if (!isShown)
    return (
      <Button size="compact-sm" variant="default" onClick={() => setIsShown(true)}>
        {t('people.showEmergency')}
      </Button>
    )
  return (
    <Query of={record} failed={t('failed')} again={t('again')}>
      {({ emergencyName, emergencyRelationship, emergencyPhone }) => {
        const who = [emergencyName, emergencyRelationship].filter(Boolean).join(', ')
        return (
          <div className={classes.text}>
            {t(who || emergencyPhone ? 'people.emergency' : 'people.noEmergency')}
            {who && <div>{who}</div>}
            {emergencyPhone && phoneLink(emergencyPhone, t('people.callNumber', { number: emergencyPhone }))}
          </div>
        )
      }}
    </Query>
  )
}
