/// Makes a test of every function of the [contract](crate::contract).
///
/// `$open` is an async function beside the call, without arguments that yields `Option<impl Subject>`, a new empty
/// store; `None` leaves the test out, and it is for `$open` to say so. The crate that calls this
/// needs tokio with `macros` and `rt-multi-thread`.
#[macro_export]
macro_rules! contract_suite {
    ($open:ident) => {
        $crate::contract_suite! { $open;
            access:
                a_users_key_comes_with_the_role_of_today
                a_partners_key_tells_whether_it_manages_the_organization
                an_unknown_hash_is_no_key
                a_live_key_is_noticed;
            accounts:
                an_organization_begins_unregistered
                an_account_is_as_old_as_its_oldest_partner
                a_registration_is_read_as_it_was_changed
                a_change_leaves_alone_what_others_keep
                a_stale_change_keeps_nothing
                of_many_changes_at_once_one_is_made
                a_participant_is_enrolled_once_in_a_network
                of_many_that_enroll_as_one_participant_one_does
                only_who_is_enrolled_is_found
                registrations_are_an_organizations_own;
            amounts:
                amounts_come_back_to_the_cent
                rates_prices_and_quantities_keep_all_their_decimals
                an_amount_with_a_third_decimal_is_refused_and_not_rounded;
            atomicity:
                a_failed_invoice_leaves_nothing
                an_id_that_is_taken_leaves_the_first_invoice_alone
                a_panic_while_rendering_leaves_nothing;
            cancelling:
                cancelled_requests_leave_neither_gaps_nor_locks;
            contacts:
                an_inline_customer_becomes_a_contact
                contacts_are_found_by_part_of_the_name
                contacts_are_found_by_their_numbers
                contacts_page_without_repeats;
            idempotency:
                an_answer_is_replayed_byte_for_byte
                another_body_under_the_same_key_is_refused
                a_key_is_scoped_to_organization_and_operation
                of_many_at_once_one_works
                a_refused_request_gives_its_key_back
                old_answers_are_forgotten;
            inbox:
                a_document_is_read_as_it_came
                bytes_and_evidence_come_back_byte_for_byte
                a_repeated_message_is_kept_once
                a_message_id_belongs_to_one_network_and_one_organization
                of_many_equal_messages_at_once_one_is_kept
                an_acknowledgement_is_of_the_first_time
                of_many_acknowledgements_at_once_one_is_told
                received_documents_are_an_organizations_own
                ids_of_two_organizations_do_not_meet;
            inbox_list:
                every_filter_of_the_inbox_finds_what_it_should
                a_number_that_cannot_be_finds_nothing
                numbers_of_any_length_are_kept_and_found
                pages_are_stable_while_documents_arrive;
            leases:
                a_claim_that_ran_out_is_taken_over_once
                the_slower_of_two_claims_keeps_nothing
                a_claim_at_work_is_not_forgotten;
            issuing:
                an_invoice_is_read_as_it_was_issued
                every_type_has_its_own_series
                an_invoice_paid_already_has_its_payment
                files_keep_their_order_and_bytes
                the_event_comes_with_the_invoice;
            lists:
                every_filter_finds_what_it_should
                pages_are_stable_while_invoices_are_issued
                a_text_that_cannot_be_finds_nothing;
            numbering:
                a_series_counts_from_one_without_gaps
                concurrent_invoices_get_every_number_once
                series_do_not_count_together
                failures_do_not_draw_numbers
                a_new_format_goes_on_counting;
            own_numbers:
                a_taken_number_is_said_to_be_taken
                the_series_skips_numbers_taken_by_hand
                of_two_with_the_same_number_one_wins
                hand_and_series_together_never_double;
            provision:
                everything_or_nothing
                what_is_taken_is_said
                what_is_missing_is_said;
            rates:
                the_last_day_in_the_range_is_found
                what_is_kept_stays
                the_same_days_kept_at_once_do_no_harm;
            records:
                issuing_finds_the_records_it_refers_to
                bank_accounts_come_in_the_order_of_their_making
                a_note_finds_its_original
                what_does_not_exist_is_none;
            request_counts:
                windows_are_those_of_the_domain
                concurrent_requests_are_all_counted;
            send_settings:
                each_mode_is_read_as_it_was_set
                an_unknown_organization_has_no_send_mode;
            tenancy:
                another_organizations_ids_find_nothing
                another_organizations_contact_cannot_be_invoiced
                numbers_of_two_organizations_do_not_meet
                an_unknown_organization_has_nothing;
            trail:
                lines_come_in_the_order_in_which_they_happened
                a_window_holds_its_beginning_and_not_its_end
                lines_are_found_by_kind_and_document
                every_kind_is_read_as_it_was_written
                a_trail_is_an_organizations_own;
        }
    };
    ($open:ident; $($matter:ident: $($name:ident)+;)+) => {
        // in a module of its own: some of the names are those of crates
        mod contract { $(
            mod $matter { $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $name() {
                    if let Some(subject) = super::super::$open().await {
                        $crate::contract::$matter::$name(&subject).await;
                    }
                }
            )+ }
        )+ }
    };
}
