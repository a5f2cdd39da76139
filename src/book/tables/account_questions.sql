-- Which AccountId each question of the kind same-account is about.
create table if not exists account_questions (
  review_id varchar, -- the question
  consent_id varchar, -- the consent
  account_id varchar, -- AccountId under that consent
  taken boolean -- whether the book was made so that it means the account which the question names
);

comment on table account_questions is 'which AccountId of which consent a question of the kind same-account is about';
