import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { Need } from '@attune/contract/features/home/dashboard/dashboard'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { SendInvitationButton } from '../../../people/client/client.ts'
import { AwaitingAnswerRow } from '../../../schedule/session/session.ts'
import classes from './needs.module.css'
import { needLink, useNeedText } from './use-need-row.ts'

/** Shows one thing that needs the therapist. A request has its answer buttons, an invitation the button to send it again. */
export function NeedRow({ need }: { need: Need }) {
  if (need.answer) return <AwaitingAnswerRow waiting={need.answer} viewer="therapist" compact />
  return <LinkedNeed need={need} />
}

function LinkedNeed({ need }: { need: Need }) {
  const { line, detail } = useNeedText()(need)
  const [one, ...others] = need.people
  const names = need.people.map(shortName).join(', ')
  return (
    <div className={classes.row} data-kind={need.kind}>
      {need.kind === 'alert' ? (
        <span className={classes.alert} aria-hidden>
          <IconAlertTriangleFilled size={18} />
        </span>
      ) : (
        <PersonAvatar
          personId={one?.personId ?? need.id}
          name={one ? `${one.firstName} ${one.lastName}`.trim() : names}
          url={others.length > 0 ? null : (one?.avatarUrl ?? null)}
          several={others.length > 0}
          size={32}
        />
      )}
      <div className={classes.words}>
        <Link className={classes.who} to={needLink[need.kind](need.id)}>
          <strong>{names}</strong> {line}
        </Link>
        <div className={classes.detail}>{detail}</div>
      </div>
      {need.kind === 'invitation' && one && (
        <div className={classes.action}>
          <SendInvitationButton id={need.id} firstName={one.firstName} isFirst={!need.begun} size="xs" />
        </div>
      )}
    </div>
  )
}
