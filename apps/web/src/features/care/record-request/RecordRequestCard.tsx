import type { ClientId } from '@attune/contract/common/ids'
import { Button, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { ExportRecordButton } from '../record-export/record-export.ts'
import classes from './record-request.module.css'
import { RequestState, useRequestDays } from './RequestState.tsx'
import { useRequestsOfClient } from './use-record-requests.ts'

const ShareCopyDialog = lazyNamed(() => import('./ShareCopyDialog.tsx'), 'ShareCopyDialog')
const AnswerDialog = lazyNamed(() => import('./AnswerDialog.tsx'), 'AnswerDialog')

type Props = { client: { id: ClientId; name: string } }

/** Shows the open request of a client for a copy of the record, with the ways to answer it. Shows nothing if there is none. */
export function RecordRequestCard({ client }: Props) {
  const { t } = useTranslation('recordRequest')
  const read = useRequestsOfClient(client.id)
  const [dialog, setDialog] = useState<'share' | 'answer' | 'refuse' | null>(null)
  const daysOf = useRequestDays()
  if (read.isError && !read.data) return <Query of={read} failed={t('failed')} again={t('again')} card />
  const request = read.data?.items.find(({ state }) => state === 'open')
  if (!request || !read.data) return <Query of={read} failed={t('failed')} again={t('again')} />
  const { isReachable } = read.data
  const onClose = () => setDialog(null)
  return (
    <Section title={t('card.title', { name: client.name })} tint="answer" action={<RequestState {...request} />}>
      <div className={classes.days}>
        <MetaList>{daysOf(request)}</MetaList>
      </div>
      <Text size="sm" mt={6}>
        {t(isReachable ? 'card.text' : 'card.noAccount', { name: client.name })}
      </Text>
      <div className={classes.actions}>
        {isReachable ? (
          <Button
            aria-haspopup="dialog"
            leftSection={<IconFileExport size={16} aria-hidden />}
            onClick={() => setDialog('share')}
          >
            {t('share.action')}
          </Button>
        ) : (
          <ExportRecordButton clientId={client.id} name={client.name} />
        )}
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('answer')}>
          {t('answer.action')}
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('refuse')}>
          {t('refuse.action')}
        </Button>
      </div>
      {dialog === 'share' && <ShareCopyDialog client={client} id={request.id} onClose={onClose} />}
      {(dialog === 'answer' || dialog === 'refuse') && (
        <AnswerDialog kind={dialog} client={client} id={request.id} onClose={onClose} />
      )}
    </Section>
  )
}
