-- Names of the glossary in place of older words. No release has used the old ones.
alter table generations rename column turn to queue_position;
alter table accounts rename column turn to queue_position;
alter index accounts_turn rename to accounts_queue_position;

-- Orders the states of a payment that were read from the provider: a newer one is never replaced by an older one.
alter table payments rename column look to read_number;
alter sequence payment_looks rename to payment_reads;

alter table webhooks rename column switched_off_at to disabled_at;

alter table people rename to users;
alter table users rename column person_id to id;
alter table users rename constraint people_pkey to users_pkey;
alter table users rename constraint people_account_id_key to users_account_id_key;
alter table users rename constraint people_account_id_fkey to users_account_id_fkey;
alter table users rename constraint people_issuer_subject_key to users_issuer_subject_key;
alter trigger people_sign_in on users rename to users_sign_in;
