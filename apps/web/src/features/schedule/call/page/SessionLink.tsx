import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import type { ButtonProps } from '@mantine/core'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

type Props = ButtonProps & { sessionId: SessionId; viewer: ViewerRole; actingFor: ClientId | null }

/** A button that opens the page of the session. The call continues meanwhile. */
export function SessionLink({ sessionId, viewer, actingFor, ...button }: Props) {
  if (actingFor)
    return (
      <ButtonLink
        variant="light"
        to="/for/$clientId/sessions/$sessionId"
        params={{ clientId: actingFor, sessionId }}
        {...button}
      />
    )
  return (
    <ButtonLink
      variant="light"
      to="/dashboard/$userType/sessions/session-details"
      params={{ userType: viewer }}
      search={{ id: sessionId }}
      {...button}
    />
  )
}
