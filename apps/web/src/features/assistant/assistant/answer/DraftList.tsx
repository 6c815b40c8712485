import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { AssistantDraft } from '@attune/contract/features/assistant/assistant/assistant'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { useDeleteDraft } from './AnswerActions.tsx'
import type { AnswerUse } from '../request/AssistantDialog.tsx'
import type { AssistantPlace } from '../assistant-request.ts'
import classes from '../assistant.module.css'

const DraftDialog = lazyNamed(() => import('./DraftDialog.tsx'), 'DraftDialog')

/** Loads the drafts about a client that were created at one place: a session, or the profile. */
function useDrafts(clientId: ClientId, sessionId: SessionId | null) {
  const cache = useQueryClient()
  const read = useQuery({
    ...orpc.assistant.drafts.queryOptions({ input: { clientId } }),
    refetchOnMount: 'always',
  })
  const filter = { column: 'client_id', op: 'eq', value: clientId } as const
  useSubscription(
    'assistant_drafts',
    () => void cache.invalidateQueries({ queryKey: orpc.assistant.drafts.key() }),
    filter,
  )
  return read.data?.items.filter((draft) => draft.sessionId === sessionId) ?? []
}

type Props = { clientId: ClientId; place: AssistantPlace; use: AnswerUse | null }

/** Shows the drafts that were created at `place` and not accepted. Renders nothing if there are none. */
export function DraftList({ clientId, place, use }: Props) {
  const { t } = useTranslation('assistant')
  const drafts = useDrafts(clientId, place.sessionId)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = drafts.find(({ id }) => id === openId)
  if (drafts.length === 0) return null
  return (
    <section className={classes.drafts} aria-label={t('drafts.title')}>
      <h3>{t('drafts.title')}</h3>
      <ul>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onOpen={() => setOpenId(draft.id)} />
        ))}
      </ul>
      {open && <DraftDialog draft={open} place={place} use={use} onClose={() => setOpenId(null)} />}
    </section>
  )
}

function DraftRow({ draft, onOpen }: { draft: AssistantDraft; onOpen: () => void }) {
  const { t } = useTranslation('assistant')
  const locale = useLocale()
  const remove = useDeleteDraft(draft.id)
  const name = t(`title.${draft.purpose}`)
  const when = momentText(draft.at, locale)
  return (
    <li className={classes.draft}>
      <div className={classes.draftText}>
        <StatusBadge
          icon={draft.isComplete ? IconFileText : IconAlertTriangle}
          tone={draft.isComplete ? 'quiet' : 'warning'}
        >
          {draft.isComplete ? name : t('drafts.incomplete', { name })}
        </StatusBadge>
        <time className={classes.quiet} dateTime={draft.at}>
          {when}
        </time>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" aria-label={t('drafts.openOf', { name, when })} onClick={onOpen}>
          {t('drafts.open')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t('drafts.deleteOf', { name, when })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('drafts.delete')}
        </Button>
      </div>
    </li>
  )
}
