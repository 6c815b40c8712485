import { randomUUID } from 'node:crypto'
import type { Things } from './world.ts'

/** New ids that do not exist. */
export function unknownThings(): Things {
  const id = randomUUID
  return {
    therapistId: id(),
    clientId: id(),
    accountId: id(),
    email: `nobody-${id()}@attune.test`,
    sessionId: id(),
    notedSessionId: id(),
    signedSessionId: id(),
    pendingSessionId: id(),
    startedSessionId: id(),
    heldSessionId: id(),
    calledOffSessionId: id(),
    seriesId: id(),
    seriesSessionId: id(),
    changeId: id(),
    counteredChangeId: id(),
    absenceId: id(),
    leavingClientId: id(),
    plannedClientId: id(),
    invitedClientId: id(),
    invitedEmail: `nobody-${id()}@attune.test`,
    invitationId: id(),
    notificationId: id(),
    loginId: id(),
    eventId: id(),
    busySeriesId: id(),
    importedId: id(),
    taskId: id(),
    begunTaskId: id(),
    handedInTaskId: id(),
    declinedTaskId: id(),
    templateId: id(),
    fileId: id(),
    looseFileId: id(),
    handoutId: id(),
    entryId: id(),
    binnedEntryId: id(),
    entryCommentId: id(),
    roleRequestId: id(),
    mailId: id(),
    code: 'ZZZZZZZZ',
  }
}
