/**
 * Every change that a page can store on a device until it is online, in the format of builds before procedures were renamed. A word in `<…>` stands
 * for an id. The server must accept these paths and inputs as long as a device may store them, so entries are only added (decision 103).
 */
export const queuedChanges = [
  {
    by: 'client',
    stored:
      '{"path":["journal","save"],"input":{"id":"<newId>","version":0,"title":"A walk","content":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Along the river."}]}]},"mood":4,"tags":["walks"],"writtenAt":"2026-11-20T10:00:00.000Z","files":[]},"thing":"journal-<newId>","replaces":true}',
  },
  {
    by: 'therapist',
    stored:
      '{"path":["journal","reply"],"input":{"id":"<newId>","entryId":"<entryId>","text":"Thank you for this."},"thing":"entry-reply-<entryId>"}',
  },
  {
    by: 'therapist',
    stored:
      '{"path":["journal","addComment"],"input":{"id":"<newId>","entryId":"<entryId>","text":"To come back to."},"thing":"entry-comment-<entryId>"}',
  },
  {
    by: 'client',
    stored:
      '{"path":["task","start"],"input":{"id":"<taskId>","command":"<newId>"},"thing":"task-<taskId>","notNeededAfter":"ILLEGAL_TRANSITION"}',
  },
  {
    by: 'client',
    stored:
      '{"path":["task","complete"],"input":{"answer":{"kind":"plain","note":"Done."},"id":"<startedTaskId>","command":"<newId>"},"thing":"task-<startedTaskId>"}',
  },
  {
    by: 'client',
    stored:
      '{"path":["task","undo"],"input":{"id":"<submittedTaskId>","command":"<newId>"},"thing":"task-<submittedTaskId>"}',
  },
  {
    by: 'client',
    stored:
      '{"path":["task","comment"],"input":{"id":"<newId>","taskId":"<taskId>","text":"Which names?"},"thing":"task-comment-<taskId>"}',
  },
  {
    by: 'therapist',
    stored:
      '{"path":["message","send"],"input":{"id":"<newId>","conversationId":"<clientId>","text":"See you on Monday.","attachments":[]},"thing":"message-<clientId>"}',
  },
  {
    by: 'client',
    stored:
      '{"path":["message","send"],"input":{"id":"<newId>","conversationId":"<clientId>","text":"","attachments":["<unlinkedFileId>"]},"thing":"message-<clientId>","files":[{"id":"<unlinkedFileId>","name":"voice.webm","kind":"voice","size":12,"seconds":3,"problem":null,"isUploaded":true}]}',
  },
] as const satisfies { by: 'client' | 'therapist'; stored: string }[]
