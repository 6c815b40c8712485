import type { SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import type { ButtonProps } from '@mantine/core'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

type Props = ButtonProps & { sessionId: SessionId; viewer: ViewerRole }

/** A button that opens the page of the session. The call goes on meanwhile. */
export function SessionLink({ sessionId, viewer, ...button }: Props) {
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
