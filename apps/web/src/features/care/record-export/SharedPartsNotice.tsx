import type { ClientId } from '@attune/contract/common/ids'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import classes from './ExportRecordDialog.module.css'

/** Shows the therapist which shared parts of notes name a client who has left. Shows nothing if there are none. */
export function SharedPartsNotice({ clientId, name }: { clientId: ClientId; name: string }) {
  const { t } = useTranslation('recordExport')
  const locale = useLocale()
  const read = useQuery(orpc.recordExport.sharedParts.queryOptions({ input: { clientId }, staleTime: 60_000 }))
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className={classes.warning}>
      <Callout title={t('naming.title', { name })}>
        {t('naming.text')}
        <ul>
          {items.map(({ sessionId, startsAt, isSigned }) => (
            <li key={sessionId}>
              <TextLink
                to="/dashboard/$userType/sessions/session-details"
                params={{ userType: 'therapist' }}
                search={{ id: sessionId }}
              >
                {dateText(localDay(startsAt, locale), locale.language)}
              </TextLink>
              {isSigned && ` (${t('naming.signed')})`}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
