<?php
// Does one thing in the WordPress of the tests, past its API, and answers what came of it as JSON. router.php calls it.
['what' => $what, 'given' => $given] = json_decode(file_get_contents('php://input'), true);
if ($what === 'install') define('WP_INSTALLING', true);
require getenv('WORDPRESS_ROOT') . '/wp-load.php';

function install(array $given): array
{
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('The harbour', 'keeper', 'keeper@example.org', true, '', $given['password']);
    update_option('permalink_structure', '/%postname%/');
    foreach (get_posts(['post_type' => 'any', 'numberposts' => -1, 'post_status' => 'any']) as $post)
        wp_delete_post($post->ID, true);
    return [];
}

function add_person(array $given): array
{
    $id = wp_insert_user(['user_login' => $given['name'], 'user_pass' => $given['password'], 'role' => $given['role'],
        'user_email' => $given['name'] . '@example.org', 'display_name' => $given['name']]);
    [$password, $item] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Crier of the tests']);
    return ['id' => $id, 'password' => $password, 'uuid' => $item['uuid']];
}

function forget_passwords(array $given): array
{
    WP_Application_Passwords::delete_all_application_passwords($given['id']);
    return [];
}

function list_posts(array $given): array
{
    $posts = get_posts(['author' => $given['id'], 'post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1,
        'suppress_filters' => true]);
    return array_map(fn ($post) => [
        'id' => $post->ID, 'type' => $post->post_type, 'status' => $post->post_status, 'title' => $post->post_title,
        'slug' => $post->post_name, 'content' => $post->post_content, 'date' => $post->post_date_gmt,
        'rendered' => apply_filters('the_content', $post->post_content),
    ], $posts);
}

function list_comments(array $given): array
{
    return array_map(fn ($comment) => ['id' => (int) $comment->comment_ID, 'post' => (int) $comment->comment_post_ID,
        'content' => $comment->comment_content], get_comments(['user_id' => $given['id'], 'status' => 'approve']));
}

function set_option(array $given): array
{
    update_option($given['name'], $given['value']);
    return [];
}

function delete_post(array $given): array
{
    wp_delete_post($given['post'], true);
    return [];
}

function comment_on(array $given): array
{
    wp_insert_comment(['comment_post_ID' => $given['post'], 'comment_content' => 'Seen', 'comment_approved' => 1]);
    return [];
}

header('content-type: application/json');
echo json_encode($what($given), JSON_THROW_ON_ERROR);
