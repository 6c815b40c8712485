import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { AttentionItem } from '@attune/contract/features/home/dashboard/dashboard.attention'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { SendInvitationButton } from '../../../people/client/client.ts'
import { AwaitingAnswerRow } from '../../../schedule/session/session.ts'
import classes from './attention.module.css'
import { attentionLink, useAttentionText } from './use-attention-row.ts'

/** Shows one item that needs attention. A request has answer buttons; an invitation has a button that resends it. */
export function AttentionRow({ item }: { item: AttentionItem }) {
  if (item.kind === 'request') return <AwaitingAnswerRow waiting={item.answer} viewer="therapist" compact />
  return <LinkedItem item={item} />
}

function LinkedItem({ item }: { item: AttentionItem }) {
  const { line, detail } = useAttentionText()(item)
  const [one, ...others] = item.people
  const names = item.people.map(shortName).join(', ')
  return (
    <div className={classes.row} data-kind={item.kind}>
      {item.kind === 'alert' || item.kind === 'form-alert' || item.kind === 'held' ? (
        <span className={classes.alert} aria-hidden>
          <IconAlertTriangleFilled size={18} />
        </span>
      ) : (
        <PersonAvatar
          personId={one?.personId ?? item.id}
          name={one ? `${one.firstName} ${one.lastName}`.trim() : names}
          url={others.length > 0 ? null : (one?.avatarUrl ?? null)}
          several={others.length > 0}
          size={32}
        />
      )}
      <div className={classes.texts}>
        <Link className={classes.who} to={attentionLink[item.kind](item.id)}>
          <strong>{names}</strong> {line}
        </Link>
        <div className={classes.detail}>{detail}</div>
      </div>
      {item.kind === 'invitation' && one && (
        <div className={classes.action}>
          <SendInvitationButton id={item.id} firstName={one.firstName} isFirst={!item.isSent} size="xs" />
        </div>
      )}
    </div>
  )
}
