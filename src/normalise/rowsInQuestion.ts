/**
 * The rows that steps of loading transactions are about, as what stands behind `from`: a step that has none is dear to plan and left
 * out.
 */

/** Rows of the book that a read should show, or may, and does not under their key. */
const unlisted = `current_rows
  where (due or on_margin or overtaken) and not is_over(change)
    and transaction_key not in (select transaction_key from staged_transactions where disposition = 'read')`

/** The same, each beside a row of the reads that the book does not know by its key and of which the same could be said. */
const besideUnknown = (alike: string, one: string) =>
  `(from ${unlisted}) c
  join staged_transactions s on s.account_key = c.account_key and side_of(s.status) = c.side and ${alike}
  where s.disposition = 'read' and s.transaction_key not in (select transaction_key from current_rows) and ${one}`

/** The same, each beside such a row that says all that it says. */
export const renamed = besideUnknown(
  "s.content_key = c.content_key",
  "(s.identity_tier = 'id' or c.identity_tier = 'id')"
)

/** The same, each beside such a row that says another text, or has another code; content names both. */
export const poorer = besideUnknown(
  "s.booking_date = c.booking_date and s.amount = c.amount and s.currency = c.currency",
  "s.identity_tier = 'content' and c.identity_tier = 'content'"
)

/**
 * Rows of the book that are unlisted on the margin, and rows that are new or have come back, of one instant and currency: one may have
 * taken the place of the other. A list that reaches the instant would have both.
 */
export const editedOnMargin = `unlisted_on_margin c
  join staged_transactions s on s.account_key = c.account_key and s.booking_at = c.booking_at and s.currency = c.currency
    and side_of(s.status) = c.side
  join differences d on d.transaction_key = s.transaction_key
  where d.change in ('new', 'returned') and s.disposition = 'read'`

/** Rows of the book that reads leave out, in a currency in which they list nothing of the account. */
export const ofSilentCurrencies = `missing m
  join current_rows c using (transaction_key)
  where (m.account_key, c.currency) not in (
    select (account_key, currency) from staged_transactions where disposition in ('read', 'overtaken') and account_key is not null
  )`

/** Rows of reads that a person should look at, among others. */
export const remarkable = `staged_transactions
  join batch using (read_no)
  where minus_dropped or disposition = 'repeated' or booking_date < asked_from - 1 or booking_date > asked_to + 1`

/** Rows that wait: such as were listed before, and such as are now. */
export const pendingListed = `staged_transactions where disposition = 'read' and side_of(status) = 'pending'`

/** Rows that wait for a day before the ones that a read without an end asked for: an earlier window may have asked for that. */
export const beforeLastWindow =
  "gone join account_reads using (read_no, account_key) where asked_to is null and not asked_for"

/** Rows of reads of days from some day on that content alone tells, where the bank's ids are not believed or this one is not. */
export const withoutBelievedId = `staged_transactions
  join batch using (read_no)
  where asked_from is not null and disposition = 'read' and identity_tier = 'content' and (not trusted or transaction_id is not null)`

/** Accounts of reads that other consents than theirs open too, or have opened. */
export const openedByOthers =
  "account_reads a join account_links l using (account_key) where l.consent_id <> a.consent_id"

/** Questions about accounts of reads that are open, or were answered. */
export const askedAbout =
  "reviews join read_accounts using (account_key) where resolved_run is null or reading is not null"

/** Rows of accounts of reads that a consent has left out while another listed them. */
export const leftOutBefore = "left_out_rows where account_key in (select account_key from read_accounts)"

/** Accounts that are asked for by themselves and of which lists of all accounts named none on some days, or in this run. */
export const unnamedBefore = `account_reads a
  where a.account_id is not null and (
    a.account_key in (select u.account_key from unconfirmed_days u join reads r using (read_id) where r.account_id is null)
    or exists (
      select 1 from finding_sightings f
      where f.account_key = a.account_key and f.run_id = a.run_id and f.code = 'answer-shorter-than-known'
    )
  )`

/** Booked rows that are new, of reads that asked for the rows since a day. */
const newSinceADay = `differences d
  join staged_transactions s on s.transaction_key = d.transaction_key and s.disposition = 'read'
  join batch b on b.read_no = s.read_no
  where d.change = 'new' and side_of(s.status) = 'booked' and b.asked_from is not null`

/** Currencies in which an account lists such rows, and none that are known on its days. */
export const newCurrencies = `(
  select distinct s.account_key, s.currency
  from ${newSinceADay}
    and (s.account_key, s.currency) not in (select (account_key, currency) from current_rows where change <> 'absent')
)`

/**
 * Accounts that list such rows, and of which nothing is known on their days: `currency` is null; and currencies in which they do so, where
 * lists have left out rows of them since the last that came.
 */
export const longSilent = `(
  select distinct s.account_key, null::varchar as currency
  from ${newSinceADay}
    and s.account_key not in (select account_key from current_rows)
  union
  select n.account_key, n.currency
  from ${newCurrencies} n
  join finding_sightings f on f.code = 'answer-shorter-than-known' and f.account_key = n.account_key and f.part = n.currency
  where not exists (
    select 1 from transaction_versions v
    where v.account_key = n.account_key and v.currency = n.currency and v.first_seen_run > f.run_id
  )
)`

/** Accounts with rows, of these such as have none in that currency on any day: what stands in it before is in no list that was read. */
export const firstInCurrency = `(
  select distinct n.account_key
  from ${newCurrencies} n
  where exists (select 1 from transaction_versions v where v.account_key = n.account_key)
    and not exists (select 1 from transaction_versions v where v.account_key = n.account_key and v.currency = n.currency)
)`

/** Coverage of days after the one on which a read was made. */
export const ofDaysToCome = `coverage
  join account_reads a using (account_key)
  where a.complete and coverage.to_date > a.today`

/** Windows of lists of all accounts, of the same runs or of those that they carry on, that named no row of some account. */
export const silentWindows = `unconfirmed_days
  join reads r using (read_id)
  where r.account_id is null and r.read_id not in (select read_id from batch)
    and r.run_id in (select read_in from runs_of_question)`

/** Days asked for before those that the bank gives by its rules. */
export const longAgo = "account_reads where complete and from_date < given_from"

/**
 * Accounts of reads of which a row that may be booked tells no day. One that does not say whose it is may be of any; one of an account
 * that is none of these is of no other.
 */
export const withoutDay = `(
  select a.account_key, a.read_no
  from staged_transactions s
  join account_reads a on a.read_no = s.read_no and coalesce(s.account_key, a.account_key) = a.account_key
  where s.disposition = 'quarantined' and s.booking_date is null
    and coalesce(side_of(s.status) = 'booked' or not known_transaction_status_code(s.status), true)
    and (s.account_key is not null or len(list_filter(s.faults, lambda f:
      f.path in ('', '/AccountId') and f.code not in ('other-account', 'unlisted-account', 'undecided-account'))) > 0)
)`

/** Equal rows on both sides of a page's edge that may be one payment: nobody has said anything else. */
export const openEdges = "reviews where kind = 'equal-at-page-edge' and (resolved_run is null or reading = 'one')"

/** Days about such rows, which a later list is to tell. */
export const equalRows = "doubtful_days where reason = 'equal-rows'"
