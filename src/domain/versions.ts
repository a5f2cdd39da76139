/**
 * The versions that an export names, so that whoever loads it can tell what made it.
 */

/** The version of this program; a test holds it equal to the package's. */
export const programVersion = "0.1.0"

/**
 * The version of the book's tables.
 *
 * 1. The first.
 * 2. What is of the work stands in the schema `internal`.
 */
export const schemaVersion = 2

/**
 * The version of the rules by which a book is made from its journal; every version of a row names it. A book of older
 * rules is made again by the next run.
 *
 * 1. The first.
 * 2. What stands in `extra` alone makes no version.
 * 3. The answer that was asked for later holds, and only evidence ties an account to another.
 * 4. A list that names nothing of an account takes none of its rows away.
 * 5. What a run's reads add up to is what they opened less what they closed.
 * 6. Rows of accounts that nobody knows keep no row of another, and a row that is kept counts not beside its edit.
 * 7. Days before the oldest row that a bank listed are not proven by its silence.
 * 8. What a replaced consent showed of an account that its list never named is the account that the next one opened; an id
 *    by which several payments are known names none of them in an answer of fewer days either.
 * 9. A currency of which a list says nothing, where several rows of it are known, keeps them; days on which an account was
 *    silent for longer than is looked back are doubtful once it speaks again.
 * 10. A row that stands on two pages of a read under one id is one, whatever a bank fills anew in each answer.
 * 11. Where content names a row, a narrative or code of the bank that is left out is no other row.
 * 12. Days before the first rows in a currency are doubtful, and those before rows of which most changed their amounts.
 * 13. Of a list that is seen to be cut at its early end no row there is believed to be gone; accounts that bear one number under
 *    consents of which none replaces the other are one unless their rows disagree.
 * 14. A read that is taken in after one that was asked for later adds no row that this one listed, on days around those that it proves
 *    either, and brings back none of an account whose ids are positions.
 * 15. A consent that does not permit the detail of rows takes none of it away.
 * 16. A list of all accounts proves no day of an account of which it names no row.
 * 17. A row that a read taken in again lists under another id than a newer one did is that row.
 * 18. An empty window before all that a run lists of an account is where the bank's history begins, and no failure.
 * 19. Of an account that no list names and that is refused by itself it is told at once that nothing is known; a span proves its
 *    whole days alone; of a row that moved far under its id the old day is read once more.
 * 20. Of two answers of people that take one account for two of a list, the first one holds; of each AccountId it is known which list
 *    named it last; a row is gone once the lists of all living consents that open its account leave it out; a day that the bank has begun
 *    to forget by the time that it is asked, as midnight has passed since, is not proven.
 * 21. An AccountId under which a consent lists what is identified otherwise than ever before means another account where the rows say so;
 *    a row that other living consents list and this one never has is tied to a row of another id only where ids are given for each
 *    consent, and rows that say the same by their instants first; of runs of one instant those that began before the read's own tell
 *    what was known of a consent.
 * 22. What stands around the rows of an answer is known in its own place alone; elsewhere it is told as an unknown field. A read that lists
 *    a booked row without a day proves no day of that row's account, until it was made once more. What is cleared is another balance
 *    than what is available, also where both are as much. What identifies an account in further entries of its list is kept.
 * 23. A row that is not booked, not understood and tells no day waits for the next list of its account up to that list's own day alone.
 *    A list that is cut after a day was read, or at the midnight after it, reads nothing of the rest of it. At the early end of a list
 *    new rows speak for as many as are missing of their amount, where they are of days that were read or of the week after. Days of an
 *    account that was always empty are doubtful once most of what it lists is of days that were read. Where a list is cut at its early
 *    end, a row with an id that stands before it is no equal row of that day with another id.
 * 24. Of the windows of one question, where a bank gives days in windows alone, a row that is not booked and that none of them lists is
 *    gone, in whichever of them its day is; and one that waits for a day after a window is not what the window lists by an amount alone.
 *    Of two answers of people about one account the last holds, as it does where the book is made again.
 * 25. Of a row that is missing about equal rows on both sides of a page's edge nothing is concluded, and its day is read once more.
 * 26. Of a payment that an earlier list showed on two pages a list that shows it on one says how often it was made, in whatever doubt
 *    the days about it are.
 * 27. Of equal rows that two pages had shown at least as many stay as one page had, and none goes at the end of a list at which that
 *    may be cut.
 * 28. All days of equal rows on both sides of a page's edge are doubtful that a later list can tell, however many there are.
 * 29. Several pending rows of one amount that say the same are tied in order to several booked ones that do.
 * 30. A row whose text or amount is edited on a day which equal rows at a page's edge leave in doubt takes the place of what it was.
 * 31. That ids are positions is also told by rows of a list on which one that was asked for later has the word, and that one has none
 *    on booked rows from before the first one that the book held when it had been taken in, but on the days on which late rows come. All
 *    lists that waited for an account are taken in, also those that listed no new row of it; and what went between two of them may have
 *    been moved. A list of as many rows as the one before is not cut at its early end where the row that is missing there was moved.
 * 32. A row that is not understood stands until a list that was asked for later leaves it out: of the same consent, or of one that may
 *    see it where no other that lives has listed it, and not one that is empty. So does a question about equal rows, and a person's
 *    answer. A consent that shows no detail shows fewer of equal rows as some of them.
 * 33. An account that something identifies may be one that was known before anything did; and what two consents show of one differs
 *    by few rows, or by narratives alone. Of several that open an account one says what it is called, and each what it lists, as long as
 *    its lists name it.
 * 34. A booked balance that is dated days ahead is told; none such is the newest, nor proves anything.
 * 35. Rows of the first day that is listed in whose place the list has new ones of the same amounts are not kept beside them.
 * 36. What is told of rows that a list left out says up to which day it did. Rows that a bank states in another currency from now on, all
 *    at one rate, are not kept beside those; nor are rows of the days around those that a list proves beside others of their instant,
 *    whatever ids they have.
 * 37. Where a bank keeps only the day, a row on the first day of a list takes the place of no other that says something else. Rows that a
 *    bank lists in two currencies for some nights go from the old one, also on the day before those that a list proves. What stands on
 *    two pages of which every one begins with the last rows of the one before counts once. Days on which lists were silent about a currency
 *    for longer than is looked back are doubtful once they speak of it again.
 * 38. What is understood at times alone, as an account that is not the other party's, stays in `extra` at other times, also where its
 *    object says nothing else.
 * 39. What is no sound text or no exact amount is also told apart on a page that JSON refuses and the database takes. Booking days in
 *    zones whose law has changed in 2026 are those of the new one.
 * 40. What only other consents have ever listed stays once these are over.
 * 41. Pages overlap in as many rows as they do, also in more than twenty. An edit of an amount is one of a row that goes in its direction,
 *    and a row without a narrative is one that says as little.
 */
export const ruleVersion = 41

/**
 * The version of the rules by which balances prove movements: what was judged by older ones is judged again in the next run.
 *
 * 1. The first.
 * 2. Of several reasons as strong a bridge over a whole chain has one that does not make up for itself, and the newest of those.
 * 3. The day of a balance is that at its own bank, and not at the one that was loaded last.
 * 4. Sets of rows are made in one way for all, whatever is judged beside; many rows at once may be in a balance only once a list names
 *    them; balances that agree are off by the same rows; and what the first of a few lacks of its own night's list is late.
 * 5. Of days since a row that the newest balances have and no list any more nothing is told of what was held; and where no balance is
 *    at its level without rows that make up for it, the newest is not called proven for that.
 * 6. A row of the very instant of a balance is in it or not, as the list of that night says; and no day is told where a row stands on
 *    another than it stood on, as long as the newest balances are not where the older ones are. Where something is missing later, a row
 *    that is listed no more is missing too, as long as no balance says that it is not booked.
 * 7. The oldest balance proves nothing where it is at the level of the others only by a row that it may have lacked or had too early, and
 *    nothing but that says so. Where a bank states a type of balance no more, those that it goes on to state are judged. A balance with
 *    the offset +00:00 is of the day that it is at its bank, as with Z.
 * 8. A read tells nothing of the rest of its own day; rows make up for a difference only where all days between were read; nothing is
 *    told backwards up to a row that is gone while balances count it as before.
 * 9. No day is told by balances that may as well be at another level, at which one of them is; nor beside a break by such as only rows
 *    lead to the level of their side, or that may lack what is listed since; nor past the newest that is at its level. Of a closing
 *    balance that is available and one that is cleared of the same instant, the one that is available decides; where one answer states
 *    two amounts of a balance at one instant, neither does.
 * 10. No day is told up to a row that is not understood and that the oldest balance may have, nor between such that may make up for
 *    each other. Once a bank states a type of balance no more, days since are told by those that it goes on to state.
 *    What is labelled with the midnight of the day on which it was stated is of that day or of the end of the one before, as it closes.
 *    A credit line that a bank calls included is no part of what was held, unless balances tell otherwise.
 *    A balance whose run broke off before it listed the rows is compared with the list of the run that took its place within the hour;
 *    where that one states a balance too, it alone is. A break that something makes up for later says so (`evened-out`).
 * 11. A row that says again what it said before something else was not there meanwhile. Nothing is proven past the newest balance of
 *    whose days no more than the last was not read. Where rows change by as much one after the other, older balances have what the one
 *    said before, and newer ones what the other did.
 * 12. Balances may have what all rows together said in their nights, where that is as much for each of those at one level: however many
 *    rows a bank corrects or takes back one after the other.
 * 13. Balances may follow their lists by up to four nights, a correction by itself or with what is new; days that such balances enclose
 *    are told by those around.
 * 14. Balances may lack one late row, and from the list on that names it another one of its amount.
 * 15. What parts balances of one type is not undone by another type that the bank has stated only since.
 * 16. Of rows that the first list had of the days before its balance, two at most may be such as that balance lacks.
 * 17. Days over which only available balances moved for good are looked at once more, and one late row makes up for that. Balances that
 *    stand still from the first one on may lack rows of the first list as long as they do.
 * 18. Balances may be those of the last day that has closed, a working day or any, as of today or of a day ago, however many rows came
 *    since, where other rows each day show it.
 * 19. Balances of which rows show that they are what a day closed with, at its end or at an hour of it, speak of that close, and prove what
 *    is before it.
 * 20. No more than a month is waited for a row that may be listed late, however far back a bank is asked each night. What comes each
 *    night to one sum does not make up for a row that is lost, as if all balances were behind by it.
 * 21. What the lists of their nights say of balances from the oldest on is of no close that only the newer ones show.
 */
export const judgingVersion = 21
