-- Attendance has two more values. 'late': the client attended, but came late. 'excused': the client did not come, and pays nothing. Rows keep what they
-- have: 'attended' is shown as present, 'absent' as a no-show.
alter table app.session_client drop constraint session_client_attendance_check;
alter table app.session_client add constraint session_client_attendance_check
  check (attendance in ('attended', 'late', 'excused', 'absent'));
